import { DIRECTIONS } from '#domain/auction/direction.ts';
import { ceilToTick, floorToTick } from '#domain/basics/price.ts';
import { smallestQuantity, type BiddingItem, type BiddingTerms, type Bid } from '#domain/bidding/bid.ts';
import { fewestOf, type Allocated } from '#domain/bidding/allocate.ts';
import { firstFirmShortOf, firstShortOf, type Ranking } from '#domain/bidding/ranking.ts';

/**
 * Returns the allowed price nearest to the bidder's favor before rivals count: on the tick grid, within the item's
 * limits.
 */
export function openingPriceCents(item: BiddingItem, terms: BiddingTerms): number {
  return DIRECTIONS[terms.auctionType].sign === 1
    ? ceilToTick(item.minimumBidPriceCents, terms.tickCents)
    : floorToTick(item.maximumBidPriceCents, terms.tickCents);
}

/** Returns the limit that no bid can better: the highest price in a forward auction, the lowest in a reverse one. */
export const boundPriceCents = (item: BiddingItem, terms: BiddingTerms): number =>
  DIRECTIONS[terms.auctionType].sign === 1 ? item.maximumBidPriceCents : item.minimumBidPriceCents;

/** Returns the next price on the grid that is better for the other side. It may lie beyond the item's limit. */
export function nextBetterCents(priceCents: number, { auctionType, tickCents }: BiddingTerms): number {
  return DIRECTIONS[auctionType].sign === 1
    ? floorToTick(priceCents, tickCents) + tickCents
    : ceilToTick(priceCents, tickCents) - tickCents;
}

export type PriceToWin = {
  readonly priceCents: number;
  /**
   * The item is full at the limit price: earlier bids hold that price, so no allowed price wins. `priceCents` is then
   * the limit.
   */
  readonly isFull: boolean;
};

/**
 * Returns the price nearest to the bidder's favor at which a new bid that takes `fewest` RECs or more would be awarded
 * at least `fewest` against the standing bids (docs/rules.md#lowest-accepted-price, "price to win now"). Called with a
 * bid's whole quantity, it returns the price that wins all of it.
 *
 * A new bid loses every tie, and the RECs left only decrease down the ranking. So the answer is one step better than
 * the first ranked bid behind which `fewest` no longer fit. The caller removes the revised bid from the ranking first.
 */
export function priceToWin(ranking: Ranking, fewest: number): PriceToWin {
  const isTooMany = fewest > ranking.item.quantity;
  return isTooMany ? fullAtBound(ranking) : priceAhead(ranking, firstShortOf(ranking, fewest));
}

/**
 * Returns the price to win now of a bid, by the fewest RECs it takes (docs/rules.md#lowest-accepted-price). It is
 * information, never a condition. Without an offer (nothing typed yet) it is the figure for a bid that allows a partial
 * award. The caller removes the revised bid from the ranking first.
 */
export const priceToWinNow = (ranking: Ranking, offer?: Allocated): PriceToWin =>
  priceToWin(ranking, fewestFor(ranking, offer));

/**
 * Returns the lowest accepted price of a live bid; in a reverse auction, the highest
 * (docs/rules.md#lowest-accepted-price). It is the first price at which the bid would be awarded something if every
 * other bid that could drop out were absent. It is never harder to reach than the price to win now. By the rules of
 * release 0.1 it is the price at which the item's smallest quantity would be awarded whole.
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

/** Returns the price one step better than a bid, or the opening price without a bid. */
function priceAhead(ranking: Ranking, bid: Bid | undefined): PriceToWin {
  const { item, terms } = ranking;
  const { sign } = DIRECTIONS[terms.auctionType];
  const opening = openingPriceCents(item, terms);
  const better = bid ? nextBetterCents(bid.priceCents, terms) : opening;
  // A bid may stand at a price worse than the opening one, because an admin changed the limits. The opening price still
  // applies.
  const priceCents = sign * (better - opening) > 0 ? better : opening;
  return sign * (priceCents - boundPriceCents(item, terms)) > 0 ? fullAtBound(ranking) : { priceCents, isFull: false };
}

/**
 * Returns whether a price to win is nearer to the bidder's favor than another, so that a bid that did not win before
 * now wins.
 */
export const isEasierToWin = (
  now: PriceToWin,
  before: PriceToWin,
  { auctionType }: Pick<BiddingTerms, 'auctionType'>,
): boolean => !now.isFull && (before.isFull || DIRECTIONS[auctionType].sign * (before.priceCents - now.priceCents) > 0);
