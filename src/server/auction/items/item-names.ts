import { sql } from 'kysely';
import type { ItemRow } from '#server/auction/auction-rows.ts';
import { namesOf } from '#server/auction/present-auction.ts';
import type { Db } from '#server/platform/database/database.ts';

/** Names of items, as far as they are still there. */
export async function itemNames(db: Db, ids: readonly (string | null)[]): Promise<ReadonlyMap<string | null, string>> {
  const { rows } = await sql<ItemRow>`
    select * from auction_item where id = any(${ids.filter((id) => id !== null)}::uuid[])`.execute(db);
  return namesOf(rows);
}
