import { DIRECTIONS } from '#domain/auction/direction.ts';
import { ceilToTick, floorToTick } from '#domain/basics/price.ts';
import { smallestQuantity, type BiddingItem, type BiddingTerms, type Bid } from '#domain/bidding/bid.ts';
import { fewestOf, type Allocated } from '#domain/bidding/allocate.ts';
import { firstFirmShortOf, firstShortOf, type Ranking } from '#domain/bidding/ranking.ts';

/** Returns the opening price: the best price for the bidder among the item's allowed prices on the tick grid. */
export function openingPriceCents(item: BiddingItem, terms: BiddingTerms): number {
  return DIRECTIONS[terms.auctionType].sign === 1
    ? ceilToTick(item.minimumBidPriceCents, terms.tickCents)
    : floorToTick(item.maximumBidPriceCents, terms.tickCents);
}

/**
 * Returns the price limit that no bid can exceed in the owner's favor: the maximum price in a forward auction, the
 * minimum price in a reverse auction.
 */
export const boundPriceCents = (item: BiddingItem, terms: BiddingTerms): number =>
  DIRECTIONS[terms.auctionType].sign === 1 ? item.maximumBidPriceCents : item.minimumBidPriceCents;

/**
 * Returns the next price on the tick grid that is better for the auction owner. The result may exceed the item's price
 * limit.
 */
export function nextBetterCents(priceCents: number, { auctionType, tickCents }: BiddingTerms): number {
  return DIRECTIONS[auctionType].sign === 1
    ? floorToTick(priceCents, tickCents) + tickCents
    : ceilToTick(priceCents, tickCents) - tickCents;
}

export type PriceToWin = {
  readonly priceCents: number;
  /**
   * Whether earlier bids at the limit price take the whole item, so that no allowed price wins. `priceCents` is then
   * the limit price.
   */
  readonly isFull: boolean;
};

/**
 * Returns the price to win now: the best price for the bidder at which a new bid that accepts `fewest` RECs or more
 * would win at least that many RECs against the standing bids (docs/rules.md#lowest-accepted-price). If `fewest` is a
 * bid's whole quantity, the result is the price to win the whole quantity.
 *
 * The caller removes the revised bid from the ranking first. A new bid loses every tie, and each further rank leaves
 * fewer RECs or the same number. So the function finds the first ranked bid that leaves fewer than `fewest` RECs. The
 * price to win is one step better than that bid's price.
 */
export function priceToWin(ranking: Ranking, fewest: number): PriceToWin {
  const isTooMany = fewest > ranking.item.quantity;
  return isTooMany ? fullAtBound(ranking) : priceAhead(ranking, firstShortOf(ranking, fewest));
}

/**
 * Returns the price at which this bid would win at least its minimum acceptable quantity now
 * (docs/rules.md#lowest-accepted-price). The price is only shown; no rule depends on it. Without `offer` (nothing typed
 * yet) the result is the price for a bid that allows a partial award. The caller removes the revised bid from the
 * ranking first.
 */
export const priceToWinNow = (ranking: Ranking, offer?: Allocated): PriceToWin =>
  priceToWin(ranking, fewestFor(ranking, offer));

/**
 * Returns the lowest accepted price of a live bid; in a reverse auction, the highest
 * (docs/rules.md#lowest-accepted-price). At this price the bid would win something if every other bid that could drop
 * out were absent. The price to win now is never easier to reach. Under the rules of release 0.1 the result is the
 * price to win the item's minimum bid quantity.
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

/** Returns the price one step better than the price of `bid`. Without `bid`, returns the opening price. */
function priceAhead(ranking: Ranking, bid: Bid | undefined): PriceToWin {
  const { item, terms } = ranking;
  const { sign } = DIRECTIONS[terms.auctionType];
  const opening = openingPriceCents(item, terms);
  const better = bid ? nextBetterCents(bid.priceCents, terms) : opening;
  // If an administrator changed the limits, a bid's price may be worse than the opening price. In this case the opening
  // price is returned.
  const priceCents = sign * (better - opening) > 0 ? better : opening;
  return sign * (priceCents - boundPriceCents(item, terms)) > 0 ? fullAtBound(ranking) : { priceCents, isFull: false };
}

/**
 * Returns whether the price to win `now` is better for the bidder than the price to win `before`. If so, there are
 * prices that win now and did not win before.
 */
export const isEasierToWin = (
  now: PriceToWin,
  before: PriceToWin,
  { auctionType }: Pick<BiddingTerms, 'auctionType'>,
): boolean => !now.isFull && (before.isFull || DIRECTIONS[auctionType].sign * (before.priceCents - now.priceCents) > 0);
