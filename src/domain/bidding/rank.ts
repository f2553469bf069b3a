import { DIRECTIONS, type AuctionType } from '#domain/auction/direction.ts';
import type { Bid } from '#domain/bidding/bid.ts';

/**
 * The one ordering of bids (docs/rules.md#ranking): price first (highest in a forward, lowest in a reverse auction),
 * ties to the earlier updatedTime, then to the lower history sequence number, which is never equal: the ordering is
 * total.
 */
export function compareBids(auctionType: AuctionType): (a: Bid, b: Bid) => number {
  const { sign } = DIRECTIONS[auctionType];
  return (a, b) => sign * (b.priceCents - a.priceCents) || a.updatedAtMs - b.updatedAtMs || a.tieSeq - b.tieSeq;
}

/** Standing bids in rank order; deleted bids have no rank. */
export const rankBids = (bids: readonly Bid[], auctionType: AuctionType): Bid[] =>
  bids.filter((bid) => !bid.isDeleted).toSorted(compareBids(auctionType));
