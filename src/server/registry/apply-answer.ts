import { sql } from 'kysely';
import type { Refusal } from '#domain/basics/result.ts';
import {
  outcomeOf,
  takeAnswer,
  type AnswerRefusal,
  type OrderChange,
  type OrderReason,
  type RegistryAnswer,
  type RetirementProof,
} from '#domain/delivery/registry-order.ts';
import { isFinal } from '#domain/settlement/tracks.ts';
import type { Db } from '#server/platform/database/database.ts';
import { Refused } from '#server/platform/http/refused.ts';
import { idsText, orderOf, storedAnswer, type Applier, type OrderRow } from '#server/registry/registry-order-rows.ts';
import { followRetirement } from '#server/registry/retirement-orders.ts';
import { applyStep } from '#server/settlement/apply-step.ts';
import { partInstructed } from '#server/settlement/instructed-deliveries.ts';
import { lockSettlement, type SettlementRow, type StepNote } from '#server/settlement/locked-settlement.ts';

/** Returns an order; undefined if there is none with this id. */
export const findOrder = (db: Db, id: string): Promise<OrderRow | undefined> =>
  db.selectFrom('registry_order').selectAll().where('id', '=', id).executeTakeFirst();

/**
 * Applies an answer of the registry, and takes the steps of the settlement that follow. The caller has called
 * `lockAnswers` and locked the settlement.
 *
 * @returns the state of the order after it; undefined if the order has this answer already
 * @throws Refused if the answer has no effect, or if the settlement refuses the step
 */
export async function applyAnswer(
  db: Db,
  row: OrderRow,
  answer: RegistryAnswer,
  by: Applier & { readonly detail?: string },
): Promise<OrderRow['state'] | undefined> {
  const result = takeAnswer(orderOf(row), answer);
  if (!result.ok) throw refusedBy(result.refused);
  if (result.value === null) return undefined;
  const reason = result.value.reason ?? (result.value.state === 'failed' ? 'refused' : null);
  await storeChange(
    db,
    row,
    { ...result.value, reason },
    {
      answer,
      detail: by.detail ?? '',
      proof: answer.proof,
    },
  );
  await followOrders(db, row, by);
  return result.value.state;
}

const refusedBy = ({ code }: Refusal<AnswerRefusal>): Refused => new Refused(code);

type Heard = {
  readonly answer?: RegistryAnswer;
  readonly detail: string;
  readonly proof?: RetirementProof | undefined;
};
type Stored = Omit<OrderChange, 'reason'> & { readonly reason: OrderReason | null };

/**
 * Stores the new state of an order.
 * @throws Refused registry_transfer_id_used if an order of another settlement or retirement has the id
 * @throws Refused registry_proof_invalid if the day of a retirement is in the future
 */
export async function storeChange(
  db: Db,
  row: OrderRow,
  { state, transferId, reason }: Stored,
  { answer, detail, proof }: Heard,
): Promise<void> {
  if (transferId !== '' && transferId !== row.transfer_id) await refuseUsed(db, row, transferId);
  const isRetired = row.retirement_id !== null && proof !== undefined;
  if (isRetired && proof.retiredOn !== '') await refuseFuture(db, proof.retiredOn);
  await db
    .updateTable('registry_order')
    .set({
      state,
      transfer_id: transferId,
      reason,
      detail,
      ...(isRetired && { verification_key: proof.verificationKey, retired_on: proof.retiredOn || null }),
      ...(answer && { answer: JSON.stringify(storedAnswer(answer)) }),
      version: row.version + 1,
      answered_at: sql<Date>`clock_timestamp()`,
    })
    .where('id', '=', row.id)
    .execute();
}

async function refuseFuture(db: Db, day: string): Promise<void> {
  const { rows } = await sql<{ isLater: boolean }>`
    select ${day}::date > (clock_timestamp() at time zone platform_time_zone())::date as "isLater"`.execute(db);
  if (rows[0]?.isLater) throw new Refused('registry_proof_invalid');
}

/** One transfer of a registry may contain several orders, but only of one settlement or retirement. */
async function refuseUsed(db: Db, row: OrderRow, transferId: string): Promise<void> {
  const used = await db
    .selectFrom('registry_order')
    .select('id')
    .where('transfer_id', '=', transferId)
    .where(sql<boolean>`coalesce(settlement_id, retirement_id) <> ${row.settlement_id ?? row.retirement_id}`)
    .where(({ eb }) => (row.registry === null ? eb('registry', 'is', null) : eb('registry', '=', row.registry)))
    .executeTakeFirst();
  if (used) throw new Refused('registry_transfer_id_used', { transferId });
}

/** Does what follows from the orders of a settlement, or of a retirement. */
export async function followOrders(db: Db, row: OrderRow, by: Applier): Promise<void> {
  if (row.settlement_id !== null) await followDelivery(db, row.settlement_id, by);
  else if (row.retirement_id !== null && row.seller_account_id !== null)
    await followRetirement(db, row.retirement_id, row.seller_account_id, by);
}

/**
 * Takes the steps of a settlement that follow from the orders of the present part of its delivery. A settlement that is
 * final, or that people have moved on by hand, stays as it is.
 */
async function followDelivery(db: Db, settlementId: string, by: Applier): Promise<void> {
  const row = await lockSettlement(db, settlementId);
  const part = await partInstructed(db, settlementId);
  if (part === undefined || isFinal(row.whole) || (row.delivery !== 'instructed' && row.delivery !== 'pending')) return;
  const orders = await db
    .selectFrom('registry_order')
    .select(['state', 'transfer_id'])
    .where('settlement_id', '=', settlementId)
    .where('part', '=', part)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const outcome = outcomeOf(orders.map(({ state }) => state));
  const isAtRegistry = orders.some(({ state }) => ['pending', 'accepted', 'rejected'].includes(state));
  const note = noteOf(
    by,
    orders.map((order) => order.transfer_id),
  );
  if (row.delivery === 'instructed' && isAtRegistry)
    await applyStep(db, row, { step: 'submitDelivery', actor: by.actor }, by.publicUrl, note);
  if (outcome === undefined) return;
  const now: SettlementRow = await lockSettlement(db, settlementId);
  const quantity = outcome === 'acceptDelivery' ? { quantity: now.transfer_quantity } : {};
  await applyStep(db, now, { step: outcome, actor: by.actor, ...quantity }, by.publicUrl, note);
}

/** The transfer ids of the registry are the reference of the step, which is the evidence of the delivery. */
const noteOf = ({ userId, remark = '', evidenceIds = [] }: Applier, ids: readonly string[]): StepNote => ({
  userId,
  reference: idsText(ids),
  remark,
  evidenceIds,
});
