import { sql } from 'kysely';
import type { NamingDue } from '#contract/certificate/backing.ts';
import { knownMillionths, MILLIONTHS } from '#domain/certificate/serial-range.ts';
import { backingsOf } from '#server/certificate/backings.ts';
import { sourcesOf } from '#server/settlement/give-back.ts';
import type { SettlementRow } from '#server/settlement/locked-settlement.ts';
import type { Db } from '#server/platform/database/database.ts';

/**
 * Returns until when the certificates of sold RECs must be named: the due date of their delivery. Leaves out RECs whose
 * settlement is over.
 *
 * @param sourceIds ids of awards and of parts of buy orders
 */
export async function findNamingDue(db: Db, sourceIds: readonly string[]): Promise<ReadonlyMap<string, NamingDue>> {
  if (sourceIds.length === 0) return new Map();
  const { rows } = await sql<NamingDue & { sourceId: string }>`
    select source.id as "sourceId", delivery_due_on::text as "dueOn", delivery_days as "daysAfterPayment"
    from unnest(${[...sourceIds]}::uuid[]) source (id)
    left join buy_order_part part on part.id = source.id
    join settlement on settlement.award_id = source.id or settlement.buy_order_id = part.buy_order_id
    where whole in ('open', 'disputed')`.execute(db);
  return new Map(rows.map(({ sourceId, ...due }) => [sourceId, due]));
}

/** Returns how many RECs of a trade have no certificates yet. Counts only RECs that the buyer still holds. */
export async function countUnnamed(db: Db, row: SettlementRow): Promise<number> {
  const backings = await backingsOf(db, await sourcesOf(db, row));
  const unnamed = backings.reduce(
    (sum, { quantity, backed }) => sum + BigInt(quantity) * MILLIONTHS - knownMillionths(backed),
    0n,
  );
  // A part of a REC without certificates is a REC that is not named.
  return Number((unnamed + MILLIONTHS - 1n) / MILLIONTHS);
}
