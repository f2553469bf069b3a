import { DIRECTIONS } from '#domain/auction/direction.ts';
import { ceilToTick, floorToTick } from '#domain/basics/price.ts';
import type { BiddingItem, BiddingTerms } from '#domain/bidding/bid.ts';
import { firstShortOf, type Ranking } from '#domain/bidding/ranking.ts';

export type PriceToWin = {
  readonly priceCents: number;
  /** Full at the limit price: earlier bids hold the bound, so no allowed price wins; `priceCents` is then the bound. */
  readonly isFull: boolean;
};

/** The allowed price nearest to the bidder's favour, before rivals count: on the tick grid, within the item's bounds. */
export function openingPriceCents(item: BiddingItem, terms: BiddingTerms): number {
  return DIRECTIONS[terms.auctionType].sign === 1
    ? ceilToTick(item.minimumBidPriceCents, terms.tickCents)
    : floorToTick(item.maximumBidPriceCents, terms.tickCents);
}

/** The item's bound on the far side: what no bid can better. */
export const boundPriceCents = (item: BiddingItem, terms: BiddingTerms): number =>
  DIRECTIONS[terms.auctionType].sign === 1 ? item.maximumBidPriceCents : item.minimumBidPriceCents;

const nextBetterCents = (priceCents: number, tickCents: number, sign: 1 | -1): number =>
  sign === 1 ? floorToTick(priceCents, tickCents) + tickCents : ceilToTick(priceCents, tickCents) - tickCents;

/**
 * Price to win (rules 3.1): the price nearest to the bidder's favour at which a bid of `quantity`
 * placed now, not allowing partial fulfilment, would be awarded whole against the bids that stand. A new bid loses every
 * tie, and what is left only shrinks down the ranking, so the answer is one tick better than the first ranked bid behind
 * which `quantity` no longer fits. No price wins more than there is. A bid that is being revised is left out of the ranking by the caller.
 */
export function priceToWin(ranking: Ranking, quantity: number): PriceToWin {
  const { item, terms } = ranking;
  const { sign } = DIRECTIONS[terms.auctionType];
  const opening = openingPriceCents(item, terms);
  const bound = boundPriceCents(item, terms);
  if (quantity > item.quantity) return { priceCents: bound, isFull: true };
  const short = firstShortOf(ranking, quantity);
  const better = short ? nextBetterCents(short.priceCents, terms.tickCents, sign) : opening;
  // A bid may stand at a price worse than the opening one (an admin changed bounds): the opening price still binds.
  const priceCents = sign * (better - opening) > 0 ? better : opening;
  return sign * (priceCents - bound) > 0 ? { priceCents: bound, isFull: true } : { priceCents, isFull: false };
}
