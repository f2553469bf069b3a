import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { RegistryOrderView } from '#contract/settlement/registry-order.ts';
import { knownMillionths, quantityText } from '#domain/certificate/serial-range.ts';
import type { RegistryAnswer, RegistryOrder, StoredAnswer } from '#domain/delivery/registry-order.ts';
import type { Actor } from '#domain/settlement/tracks.ts';
import type { Db } from '#server/platform/database/database.ts';
import { isoTime } from '#server/platform/database/iso-time.ts';
import type { Tables } from '#server/platform/database/tables.gen.ts';
import type { TransferOrder } from '#server/registry/registry-connector.ts';
import { lockSettlement } from '#server/settlement/locked-settlement.ts';

/** The person or the registry whose answer is applied. */
export type Applier = {
  readonly actor: Extract<Actor, 'admin' | 'registry'>;
  readonly publicUrl: string;
  readonly userId: string | null;
  readonly remark?: string;
  readonly evidenceIds?: readonly string[];
};

/** Makes all transactions that apply answers wait for each other, so two answers cannot use one transfer id. */
export const lockAnswers = async (db: Db): Promise<void> =>
  void (await sql`select pg_advisory_xact_lock(hashtextextended('registry answers', 106))`.execute(db));

/** Locks the settlement of an order. A retirement needs no lock besides `lockAnswers`. */
export async function lockOwner(db: Db, { settlement_id: id }: Pick<OrderRow, 'settlement_id'>): Promise<void> {
  if (id !== null) await lockSettlement(db, id);
}

const IDS_SHOWN = 10;

/** Returns different ids as one text, without empty ones. */
export function idsText(ids: readonly string[]): string {
  const different = [...new Set(ids)].filter((id) => id !== '');
  const more = different.length > IDS_SHOWN ? ` +${different.length - IDS_SHOWN}` : '';
  return different.slice(0, IDS_SHOWN).join(', ') + more;
}

export type OrderRow = Selectable<Tables['registry_order']>;

const answerOf = ({ status, transferId, quantity }: StoredAnswer): RegistryAnswer => ({
  status,
  transferId,
  quantity: quantity === null ? undefined : knownMillionths(quantity),
});

/** Returns an order as the rules read it. */
export const orderOf = (row: OrderRow): RegistryOrder => ({
  state: row.state,
  quantity: knownMillionths(row.quantity),
  transferId: row.transfer_id,
  answer: row.answer && answerOf(row.answer),
});

/** Returns an order as connectors send it. */
export const transferOf = (row: OrderRow): TransferOrder => ({
  id: row.id,
  device: row.device,
  first: row.first_serial,
  last: row.last_serial,
  quantity: knownMillionths(row.quantity),
  sender: row.sender,
  receiver: row.receiver,
  transferId: row.transfer_id,
});

/** Returns an answer as it is stored. */
export const storedAnswer = ({ status, transferId, quantity }: RegistryAnswer): StoredAnswer => ({
  status,
  transferId,
  quantity: quantity === undefined ? null : quantityText(quantity),
});

/** Returns the orders that the condition selects and orders, as replies show them. */
export async function findOrders(db: Db, which: RawBuilder<unknown>): Promise<RegistryOrderView[]> {
  const { rows } = await sql<RegistryOrderView>`
    select id, settlement_id as "settlementId", retirement_id as "retirementId", connector, registry, registry_order.device, first_serial as first, last_serial as last,
      trim_scale(quantity)::text as quantity, sender, receiver, state, transfer_id as "transferId", verification_key as "verificationKey", reason, detail, answer,
      version, ${isoTime('created_at')} as "createdAt",
      ${isoTime('answered_at')} as "answeredAt"
    from registry_order ${which}`.execute(db);
  return rows;
}
