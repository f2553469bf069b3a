import { sql } from 'kysely';
import { deleteAuctions } from '#server/auction/delete-auctions.ts';
import type { Db } from '#server/platform/database/database.ts';

/** Whoever wants to talk a rehearsal over has a day for it. */
const KEPT_MS = 24 * 60 * 60_000;

/** The rehearsal of an auction with everything in it, if there is one; its id. */
export const deleteRehearsalsOf = (db: Db, auctionId: string): Promise<string[]> =>
  deleteAuctions(db, sql`rehearsal_of = ${auctionId}`);

export async function forgetRehearsals(db: Db, nowMs: number): Promise<void> {
  const endedBefore = new Date(nowMs - KEPT_MS);
  const isOld = sql`rehearsal_of is not null and closed_at < ${endedBefore}`;
  await db.transaction().execute((transaction) => deleteAuctions(transaction, isOld));
}
