import { DIRECTIONS, type AuctionType } from '#domain/auction/direction.ts';
import type { Bid } from '#domain/bidding/bid.ts';

/**
 * Returns the comparison function of docs/rules.md#ranking, which all rankings use. The function orders bids by price
 * (highest first in a forward auction, lowest first in a reverse auction). Bids of equal price are ordered by the
 * earlier `updatedAtMs`, then by the lower `tieSeq`. No two bids have the same `tieSeq`, so no two bids are equal.
 */
export function compareBids(auctionType: AuctionType): (a: Bid, b: Bid) => number {
  const { sign } = DIRECTIONS[auctionType];
  return (a, b) => sign * (b.priceCents - a.priceCents) || a.updatedAtMs - b.updatedAtMs || a.tieSeq - b.tieSeq;
}

/** Returns the standing bids in rank order. Deleted bids have no rank. */
export const rankBids = (bids: readonly Bid[], auctionType: AuctionType): Bid[] =>
  bids.filter((bid) => !bid.isDeleted).toSorted(compareBids(auctionType));
