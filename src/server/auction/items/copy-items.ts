import { randomUUID } from 'node:crypto';
import { itemsOf } from '#server/auction/auction-rows.ts';
import type { Db } from '#server/platform/database/database.ts';

/** Copies the items of an auction, with their pictures, to one that has none yet. */
export async function copyItems(db: Db, { from, to }: { readonly from: string; readonly to: string }): Promise<void> {
  const copies = (await itemsOf(db, [from])).map((item) => ({ ...item, id: randomUUID(), auction_id: to }));
  if (copies.length > 0) await db.insertInto('auction_item').values(copies).execute();
}
