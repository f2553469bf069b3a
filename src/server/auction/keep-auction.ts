import { sql } from 'kysely';
import type { Db } from '#server/platform/database/database.ts';
import { Refused } from '#server/platform/http/refused.ts';

/** Keeps an auction from being deleted until the caller's transaction ends. Throws `not_found` where it is gone. */
export async function keepAuction(db: Db, auctionId: string): Promise<void> {
  const { rows } = await sql`select from auction where id = ${auctionId} for key share`.execute(db);
  if (rows.length === 0) throw new Refused('not_found');
}
