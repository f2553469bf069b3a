import { DIRECTIONS } from '#domain/auction/direction.ts';
import { ceilToTick, floorToTick } from '#domain/basics/price.ts';
import type { BiddingItem, BiddingTerms } from '#domain/bidding/bid.ts';

/** The allowed price nearest to the bidder's favour, before rivals count: on the tick grid, within the item's bounds. */
export function openingPriceCents(item: BiddingItem, terms: BiddingTerms): number {
  return DIRECTIONS[terms.auctionType].sign === 1
    ? ceilToTick(item.minimumBidPriceCents, terms.tickCents)
    : floorToTick(item.maximumBidPriceCents, terms.tickCents);
}

/** The bound that no bid can better: the highest price in a forward auction, the lowest in a reverse one. */
export const boundPriceCents = (item: BiddingItem, terms: BiddingTerms): number =>
  DIRECTIONS[terms.auctionType].sign === 1 ? item.maximumBidPriceCents : item.minimumBidPriceCents;

/** The next price on the grid that is better for the other side. It may lie beyond the item's bound. */
export function nextBetterCents(priceCents: number, { auctionType, tickCents }: BiddingTerms): number {
  return DIRECTIONS[auctionType].sign === 1
    ? floorToTick(priceCents, tickCents) + tickCents
    : ceilToTick(priceCents, tickCents) - tickCents;
}
