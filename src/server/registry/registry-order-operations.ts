import { sql, type RawBuilder } from 'kysely';
import {
  decideRegistryOrder,
  exportInstructionList,
  importConfirmation as importRoute,
  listOrdersOfSettlementAsAdmin,
  listOrdersOfSettlementAsUser,
  listRegistryOrders,
  prepareRegistryOrders,
  previewConfirmation as previewRoute,
  readRegistryStatement,
  type RegistryOrderView,
} from '#contract/settlement/registry-order.ts';
import { judgeLength, judgeText, REMARK_LENGTH_MAX } from '#domain/basics/text.ts';
import { isProof } from '#domain/delivery/confirmation.ts';
import { decideOrder } from '#domain/delivery/registry-order.ts';
import { attachEvidence, type EvidenceParts } from '#server/evidence/evidence.ts';
import { findRetirementFacts } from '#server/holding/retire-at-registry.ts';
import type { Db } from '#server/platform/database/database.ts';
import { countUpToLimit, longPageOf, offsetOf } from '#server/platform/database/page.ts';
import { containing } from '#server/platform/database/search.ts';
import { exportFile, rowLimitOf } from '#server/platform/export/export.ts';
import { operation, operationWithoutTransaction, type Call, type Operation } from '#server/platform/http/operation.ts';
import { Refused, refuseFields } from '#server/platform/http/refused.ts';
import { findOrder, followOrders, storeChange } from '#server/registry/apply-answer.ts';
import { INSTRUCTION_COLUMNS, type Instruction } from '#server/registry/file-connector.ts';
import { importConfirmation, previewConfirmation } from '#server/registry/import-confirmation.ts';
import { prepareOrders } from '#server/registry/prepare-orders.ts';
import { registryAccountOperations } from '#server/registry/registry-accounts.ts';
import type { Connectors, StatementLine } from '#server/registry/registry-connector.ts';
import {
  findOrders,
  lockAnswers,
  lockOwner,
  orderOf,
  transferOf,
  type OrderRow,
} from '#server/registry/registry-order-rows.ts';
import { prepareRetirement } from '#server/registry/retirement-orders.ts';
import { requireVisible } from '#server/settlement/settlement-access.ts';

const TRANSFER_ID_LENGTH_MAX = 100;

type Deps = Pick<EvidenceParts, 'evidenceLinks'> & { readonly publicUrl: string; readonly connectors: Connectors };

async function listOfSettlement(call: Call<typeof listOrdersOfSettlementAsUser>): Promise<RegistryOrderView[]> {
  const { db, caller, params } = call;
  await requireVisible(db, caller, params.id);
  const orders = await findOrders(db, sql`where settlement_id = ${params.id} order by created_at, part, id`);
  return caller.role === 'Admin' ? orders : orders.map((order) => ({ ...order, detail: '' }));
}

async function list({ db, query }: Call<typeof listRegistryOrders>) {
  const sought = containing(query.search);
  const parts: RawBuilder<unknown>[] = [
    ...(query.state ? [sql`state = ${query.state}`] : []),
    ...(query.search === ''
      ? []
      : [
          sql`concat_ws(' ', id, settlement_id, retirement_id, registry_order.device, first_serial, last_serial, transfer_id) ilike ${sought} escape '\\'`,
        ]),
  ];
  const which = parts.length === 0 ? sql`` : sql`where ${sql.join(parts, sql` and `)}`;
  const page = sql`${which} order by created_at desc, id limit ${query.limit} offset ${offsetOf(query)}`;
  const count = await countUpToLimit(db, sql`from registry_order ${which}`, query);
  return longPageOf(await findOrders(db, page), count, query);
}

/** The list has every order that waits for the registry, until it answers. So a lost file is downloaded again. */
async function exportList({ db, query, timeZone }: Call<typeof exportInstructionList>) {
  const rows = await db
    .selectFrom('registry_order')
    .selectAll()
    .where('connector', '=', 'file')
    .where('state', '=', 'sent')
    .orderBy('created_at')
    .orderBy('id')
    .limit(rowLimitOf(query.format))
    .execute();
  const retirements = await findRetirementFacts(
    db,
    rows.flatMap(({ retirement_id: id }) => id ?? []),
  );
  const lines = rows.map((row): Instruction => ({
    ...transferOf(row),
    settlementId: row.settlement_id ?? '',
    kind: row.retirement_id === null ? 'transfer' : 'retire',
    registry: row.registry ?? '',
    retirement: retirements.find(({ id }) => id === row.retirement_id),
  }));
  return exportFile(
    { name: 'registry-instructions', columns: INSTRUCTION_COLUMNS, rows: lines },
    { format: query.format, timeZone },
  );
}

async function decide(
  publicUrl: string,
  { db, caller, params, body }: Call<typeof decideRegistryOrder>,
): Promise<RegistryOrderView> {
  const [transferId, remark] = [body.transferId.trim(), body.remark.trim()];
  refuseFields({
    transferId: judgeLength(transferId, TRANSFER_ID_LENGTH_MAX),
    remark: judgeText(remark, REMARK_LENGTH_MAX),
  });
  const proof = { verificationKey: body.verificationKey.trim(), retiredOn: body.retiredOn };
  if (!isProof(proof)) throw new Refused('registry_proof_invalid');
  const row = await lockOrder(db, params.id);
  if (row.version !== body.version) throw new Refused('registry_order_changed');
  const result = decideOrder(orderOf(row), { state: body.state, transferId });
  if (!result.ok) throw new Refused(result.refused.code);
  const { evidenceIds } = body;
  await attachEvidence(db, evidenceIds, { userId: caller.userId });
  // The timeline of a settlement shows the remark. A retirement has none.
  const detail = row.retirement_id === null ? row.detail : remark;
  await storeChange(db, row, result.value, { detail, proof });
  await followOrders(db, row, {
    actor: 'admin',
    publicUrl,
    userId: caller.userId,
    remark,
    evidenceIds,
  });
  const [order] = await findOrders(db, sql`where id = ${params.id}`);
  if (!order) throw new Error('the order is gone');
  return order;
}

/** Locks an order with its settlement, in the order in which imports lock. */
async function lockOrder(db: Db, id: string): Promise<OrderRow> {
  await lockAnswers(db);
  const row = await requireOrder(db, id);
  await lockOwner(db, row);
  return requireOrder(db, id);
}

async function requireOrder(db: Db, id: string): Promise<OrderRow> {
  const row = await findOrder(db, id);
  if (!row) throw new Refused('not_found');
  return row;
}

/** Asks the registry outside of a transaction, because it may take long to answer. */
async function readStatement(
  connectors: Connectors,
  { inTransaction, params }: Call<typeof readRegistryStatement>,
): Promise<StatementLine[]> {
  const row = await inTransaction((db) => requireOrder(db, params.id));
  const lines = await connectors
    .get(row.connector)
    ?.statement(transferOf(row))
    .catch(() => undefined);
  if (!lines) throw new Refused('registry_unavailable');
  return [...lines];
}

/** Both sides see the registry orders of their settlement. Administrators prepare them, and bring the answers by file. */
export const registryOrderOperations = ({ publicUrl, connectors }: Deps): Operation[] => [
  operation(listOrdersOfSettlementAsUser, listOfSettlement),
  operation(listOrdersOfSettlementAsAdmin, listOfSettlement),
  operation(listRegistryOrders, list),
  operation(prepareRegistryOrders, ({ db, query: { settlementId, retirementId } }) =>
    retirementId === undefined
      ? prepareOrders(db, connectors.has('nar'), settlementId)
      : prepareRetirement(db, connectors.has('nar'), retirementId),
  ),
  operation(exportInstructionList, exportList),
  operation(previewRoute, (call) => previewConfirmation(publicUrl, call)),
  operation(importRoute, (call) => importConfirmation(publicUrl, call)),
  operation(decideRegistryOrder, (call) => decide(publicUrl, call)),
  operationWithoutTransaction(readRegistryStatement, (call) => readStatement(connectors, call)),
  ...registryAccountOperations,
];
