import { DIRECTIONS } from '#domain/auction/direction.ts';
import { ceilToTick, floorToTick } from '#domain/basics/price.ts';
import { smallestQuantity, type BiddingItem, type BiddingTerms, type Bid } from '#domain/bidding/bid.ts';
import { fewestOf, type Allocated } from '#domain/bidding/allocate.ts';
import { firstFirmShortOf, firstShortOf, type Ranking } from '#domain/bidding/ranking.ts';

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

export type PriceToWin = {
  readonly priceCents: number;
  /** Full at the limit price: earlier bids hold the bound, so no allowed price wins; `priceCents` is then the bound. */
  readonly isFull: boolean;
};

/**
 * The price nearest to the bidder's favour at which a new bid that takes `fewest` RECs or more would be awarded at
 * least so many against the bids that stand (docs/rules.md#lowest-accepted-price, "price to win now"). With a bid's
 * whole quantity: the price that wins all of it.
 *
 * A new bid loses every tie, and what is left only shrinks down the ranking, so the answer is one step better than the
 * first ranked bid behind which `fewest` no longer fit. The caller leaves the bid that is being revised out of the
 * ranking.
 */
export function priceToWin(ranking: Ranking, fewest: number): PriceToWin {
  const isTooMany = fewest > ranking.item.quantity;
  return isTooMany ? fullAtBound(ranking) : priceAhead(ranking, firstShortOf(ranking, fewest));
}

/**
 * Price to win now of a bid by its own fewest (docs/rules.md#lowest-accepted-price): information, never a condition.
 * Without an offer, before anything is typed: the figure for a bid that allows partial. The caller leaves the bid that
 * is being revised out of the ranking.
 */
export const priceToWinNow = (ranking: Ranking, offer?: Allocated): PriceToWin =>
  priceToWin(ranking, fewestFor(ranking, offer));

/**
 * Lowest accepted price of a live bid (docs/rules.md#lowest-accepted-price; highest, in a reverse auction): the first
 * price at which it would be awarded something if every other bid that could drop out were absent. It is never harder
 * to reach than the price to win now. By the rules of release 0.1 it is the price at which the item's smallest quantity
 * would be awarded whole.
 */
export function lowestAcceptedPrice(ranking: Ranking, offer?: Allocated): PriceToWin {
  const fewest = fewestFor(ranking, offer);
  if (ranking.terms.rules === 1) return priceToWin(ranking, fewest);
  return fewest > ranking.item.quantity ? fullAtBound(ranking) : priceAhead(ranking, firstFirmShortOf(ranking, fewest));
}

function fewestFor({ item, terms }: Ranking, offer: Allocated | undefined): number {
  if (terms.rules === 1) return smallestQuantity(item, terms);
  if (!item.partialFulfillment) return item.quantity;
  return offer ? fewestOf(item, offer) : 1;
}

const fullAtBound = ({ item, terms }: Ranking): PriceToWin => ({
  priceCents: boundPriceCents(item, terms),
  isFull: true,
});

/** One step better than a bid, or the opening price where there is none to better. */
function priceAhead(ranking: Ranking, bid: Bid | undefined): PriceToWin {
  const { item, terms } = ranking;
  const { sign } = DIRECTIONS[terms.auctionType];
  const opening = openingPriceCents(item, terms);
  const better = bid ? nextBetterCents(bid.priceCents, terms) : opening;
  // A bid may stand at a price worse than the opening one (an admin changed bounds): the opening price still binds.
  const priceCents = sign * (better - opening) > 0 ? better : opening;
  return sign * (priceCents - boundPriceCents(item, terms)) > 0 ? fullAtBound(ranking) : { priceCents, isFull: false };
}

/** Whether a price to win is nearer to the bidder's favor than another: by it a bid wins that did not. */
export const isEasierToWin = (
  now: PriceToWin,
  before: PriceToWin,
  { auctionType }: Pick<BiddingTerms, 'auctionType'>,
): boolean => !now.isFull && (before.isFull || DIRECTIONS[auctionType].sign * (before.priceCents - now.priceCents) > 0);
