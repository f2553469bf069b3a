import { DIRECTIONS, type AuctionType } from '#domain/auction/direction.ts';
import type { Bid } from '#domain/bidding/bid.ts';

/**
 * Returns the comparison that ranks bids; all ranking uses it (docs/rules.md#ranking). It orders by price (highest
 * first in a forward, lowest first in a reverse auction), then by the earlier updatedTime, then by the lower history
 * sequence number. Sequence numbers are never equal, so the order is total.
 */
export function compareBids(auctionType: AuctionType): (a: Bid, b: Bid) => number {
  const { sign } = DIRECTIONS[auctionType];
  return (a, b) => sign * (b.priceCents - a.priceCents) || a.updatedAtMs - b.updatedAtMs || a.tieSeq - b.tieSeq;
}

/** Returns the standing bids in rank order. Deleted bids have no rank. */
export const rankBids = (bids: readonly Bid[], auctionType: AuctionType): Bid[] =>
  bids.filter((bid) => !bid.isDeleted).toSorted(compareBids(auctionType));
