import type { AuctionId } from '#domain/basics/ids.ts';
import { beginChange, settleChange } from '#server/bidding/settle-change.ts';
import { roomRows } from '#server/bidding/sql-room-store.ts';
import type { Db } from '#server/platform/database.ts';

type Leaving = { readonly accountId: string; readonly from: string; readonly to: string };

/**
 * Through whom a company bids leaves it: in auctions that aren't closed somebody else takes the seat, with the bids that
 * stand, or nobody could raise them any more. Not where that one sits for another company: a user has one seat an
 * auction. Gives the auctions whose rooms are to be woken; in one order for all, so that nobody waits in a circle.
 */
export async function handOverSeats(db: Db, { accountId, from, to }: Leaving): Promise<AuctionId[]> {
  const seats = await db
    .selectFrom('bidder')
    .innerJoin('auction', 'auction.id', 'bidder.auction_id')
    .select(['bidder.id', 'auction.id as auctionId'])
    .where('bidder.account_id', '=', accountId)
    .where('bidder.user_id', '=', from)
    .where('auction.closed_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('bidder as other')
            .select('other.id')
            .whereRef('other.auction_id', '=', 'auction.id')
            .where('other.user_id', '=', to),
        ),
      ),
    )
    .orderBy('auction.id')
    .execute();
  for (const { id, auctionId } of seats) {
    const change = await beginChange(roomRows(db), auctionId);
    await db.updateTable('bidder').set({ user_id: to }).where('id', '=', id).execute();
    await settleChange(change, to);
  }
  return seats.map(({ auctionId }) => auctionId as AuctionId);
}
