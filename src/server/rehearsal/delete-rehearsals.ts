import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#server/platform/database.ts';

/** Whoever wants to talk a rehearsal over has a day for it. */
const KEPT_MS = 24 * 60 * 60_000;

/** The rehearsal of an auction with everything in it, if there is one; its id. */
export const deleteRehearsalsOf = (db: Db, auctionId: string): Promise<string[]> =>
  deleteWhere(db, sql`rehearsal_of = ${auctionId}`);

export async function forgetRehearsals(db: Db, nowMs: number): Promise<void> {
  const endedBefore = new Date(nowMs - KEPT_MS);
  const isOld = sql`rehearsal_of is not null and closed_at < ${endedBefore}`;
  await db.transaction().execute((transaction) => deleteWhere(transaction, isOld));
}

async function deleteWhere(db: Db, isMeant: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from auction where ${isMeant} for update`.execute(db);
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return [];
  for (const table of ['award', 'bid_history', 'bid_request'] as const)
    await db.deleteFrom(table).where('auction_id', 'in', ids).execute();
  await db.deleteFrom('auction').where('id', 'in', ids).execute();
  return ids;
}
