import { DIRECTIONS } from '#domain/auction/direction.ts';
import { ceilToTick, floorToTick } from '#domain/basics/price.ts';
import { startWalk, stepWalk } from '#domain/bidding/allocate.ts';
import type { Bid, BiddingItem, BiddingTerms } from '#domain/bidding/bid.ts';

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

const nextBetterCents = (priceCents: number, tickCents: number, sign: 1 | -1): number =>
  sign === 1 ? floorToTick(priceCents, tickCents) + tickCents : ceilToTick(priceCents, tickCents) - tickCents;

/**
 * Price to win (rules 3.1): the price nearest to the bidder's favour at which a bid of `quantity` placed now, not
 * allowing partial fulfilment, would be awarded whole against the bids that stand. A new bid loses every tie, and what
 * is left only shrinks down the ranking, so the answer is one tick better than the first ranked bid after which
 * `quantity` no longer fits. `ranked` is the standing in rank order without the bid that is being revised.
 */
export function priceToWin(
  item: BiddingItem,
  terms: BiddingTerms,
  ranked: Iterable<Bid>,
  quantity: number,
  leaveOut?: Bid['bidId'],
): PriceToWin {
  const { sign } = DIRECTIONS[terms.auctionType];
  const opening = openingPriceCents(item, terms);
  const bound = sign === 1 ? item.maximumBidPriceCents : item.minimumBidPriceCents;
  let walk = startWalk(item);
  for (const bid of ranked) {
    if (bid.bidId === leaveOut) continue;
    walk = stepWalk(item, walk, bid).walk;
    if (walk.left >= quantity && !walk.isOver) continue;
    const better = nextBetterCents(bid.priceCents, terms.tickCents, sign);
    // A bid may stand at a price worse than the opening one (an admin changed bounds): the opening price still binds.
    const priceCents = sign * (better - opening) > 0 ? better : opening;
    return sign * (priceCents - bound) > 0 ? { priceCents: bound, isFull: true } : { priceCents, isFull: false };
  }
  return sign * (opening - bound) > 0 ? { priceCents: bound, isFull: true } : { priceCents: opening, isFull: false };
}
