import type { Db } from '#server/platform/database/database.ts';
import { Refused } from '#server/platform/http/refused.ts';

/** For an admin, who may know of every auction. */
export async function requireAuction(db: Db, auctionId: string): Promise<{ is_private: boolean; title: string }> {
  const auction = await db
    .selectFrom('auction')
    .select(['is_private', 'title'])
    .where('id', '=', auctionId)
    .executeTakeFirst();
  if (!auction) throw new Refused('not_found');
  return auction;
}
