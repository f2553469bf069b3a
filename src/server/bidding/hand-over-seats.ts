import type { AuctionId } from '#domain/basics/ids.ts';
import { beginChange, settleChange } from '#server/bidding/settle-change.ts';
import { roomRows } from '#server/bidding/sql-room-store.ts';
import type { Db } from '#server/platform/database.ts';

type Leaving = {
  readonly accountId: string;
  readonly from: string;
  /** Members who may bid for the company from now on; the first one without a seat in the auction takes this one. */
  readonly heirs: readonly string[];
};

type HandedOver = {
  /** Auctions whose rooms are to be woken after the commit. */
  readonly handed: readonly AuctionId[];
  /** Auctions in which every heir has a seat for another company: a user has one seat an auction. */
  readonly left: readonly AuctionId[];
};

/**
 * Hands over the seats of a member who may no longer bid for its company, in auctions that are not closed, with the bids
 * that stand: nobody else could raise them. Auctions are locked in one order for all callers, so that nobody waits in a
 * circle.
 */
export async function handOverSeats(db: Db, { accountId, from, heirs }: Leaving): Promise<HandedOver> {
  const seats = await db
    .selectFrom('bidder')
    .innerJoin('auction', 'auction.id', 'bidder.auction_id')
    .select(['bidder.id', 'auction.id as auctionId'])
    .where('bidder.account_id', '=', accountId)
    .where('bidder.user_id', '=', from)
    .where('auction.closed_at', 'is', null)
    .orderBy('auction.id')
    .execute();
  const [handed, left]: [AuctionId[], AuctionId[]] = [[], []];
  for (const { id, auctionId } of seats) {
    const change = await beginChange(roomRows(db), auctionId);
    const seated = new Set([...change.bidders.values()].map(({ userId }) => userId));
    const heir = heirs.find((userId) => !seated.has(userId));
    if (heir === undefined) {
      left.push(change.auctionId);
      continue;
    }
    await db.updateTable('bidder').set({ user_id: heir }).where('id', '=', id).execute();
    await settleChange(change, heir);
    handed.push(change.auctionId);
  }
  return { handed, left };
}
