import type { AuctionId } from '#domain/basics/ids.ts';
import { beginChange, settleChange } from '#server/bidding/settle-change.ts';
import { roomRows } from '#server/bidding/sql-room-store.ts';
import type { Db } from '#server/platform/database.ts';

/**
 * A business account's name or maximum was changed: the auctions in which it bids, as far as they aren't closed, read their
 * bidders anew. Same transaction as the change; gives the auctions whose rooms are to be woken after it. One order for
 * all, so that two such changes never wait for each other.
 */
export async function settleAccount(db: Db, accountId: string, userId: string): Promise<AuctionId[]> {
  const auctions = await db
    .selectFrom('bidder')
    .innerJoin('auction', 'auction.id', 'bidder.auction_id')
    .select('auction.id')
    .where('bidder.account_id', '=', accountId)
    .where('auction.closed_at', 'is', null)
    .orderBy('auction.id')
    .execute();
  for (const { id } of auctions) await settleChange(await beginChange(roomRows(db), id), userId);
  return auctions.map(({ id }) => id as AuctionId);
}
