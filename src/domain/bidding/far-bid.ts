import { DIRECTIONS, type AuctionType } from '#domain/auction/direction.ts';
import { PRICE_CENTS_MAX, PRICE_CENTS_MIN } from '#domain/basics/price.ts';
import { smallestQuantity, type BiddingItem, type BiddingTerms } from '#domain/bidding/bid.ts';
import { openingPriceCents, priceToWin } from '#domain/bidding/price-to-win.ts';
import { bestBid, type Ranking } from '#domain/bidding/ranking.ts';

/** A price further than this beyond the ranking, to its bidder's own harm, is far. */
export const FAR_PERCENT = 20;
/** Without a ranking only the opening price is known, which ordinary bids are well beyond: far is a slipped point. */
export const FAR_TIMES_OPENING = 5;

/** How far a price is beyond what was asked of it: a question of the screen before it is sent, never a refusal. */
export type FarBid = {
  readonly priceCents: number;
  /** What it was measured by: the price to win, the best bid that stands, or the opening price. */
  readonly measure: 'toWin' | 'best' | 'opening';
  readonly measureCents: number;
  /** By how much it is beyond that, rounded; in a reverse auction how much less is asked. */
  readonly percent: number;
};

/**
 * A bid measured by the ranking as it stands, the revised bid itself left out: by the price to win all of its quantity
 * where others must be bettered for it, else by the best bid, else by the opening price.
 */
export function farFromRanking(bid: { priceCents: number; quantity: number }, ranking: Ranking): FarBid | undefined {
  const { item, terms } = ranking;
  const all = priceToWin(ranking, bid.quantity);
  const toWin = all.isFull ? priceToWin(ranking, smallestQuantity(item, terms)) : all;
  if (!toWin.isFull && toWin.priceCents !== openingPriceCents(item, terms)) {
    return farBeyond(bid.priceCents, 'toWin', toWin.priceCents, terms.auctionType);
  }
  const best = bestBid(ranking);
  return best
    ? farBeyond(bid.priceCents, 'best', best.priceCents, terms.auctionType)
    : farFromOpening(bid.priceCents, item, terms);
}

/** A price measured by a price to win that one is told, where the ranking itself is not seen. */
export const farFromToWin = (priceCents: number, toWinCents: number, auctionType: AuctionType): FarBid | undefined =>
  farBeyond(priceCents, 'toWin', toWinCents, auctionType);

/** A price measured by the item's bounds alone: all that is known of a sealed auction. The platform's own bounds say nothing. */
export function farFromOpening(priceCents: number, item: BiddingItem, terms: BiddingTerms): FarBid | undefined {
  const openingCents = openingPriceCents(item, terms);
  const isForward = DIRECTIONS[terms.auctionType].sign === 1;
  const isUnbound = isForward
    ? item.minimumBidPriceCents <= PRICE_CENTS_MIN
    : item.maximumBidPriceCents >= PRICE_CENTS_MAX;
  const isFar = isForward
    ? priceCents >= FAR_TIMES_OPENING * openingCents
    : FAR_TIMES_OPENING * priceCents <= openingCents;
  return isFar && !isUnbound ? farBid(priceCents, 'opening', openingCents) : undefined;
}

function farBeyond(
  priceCents: number,
  measure: FarBid['measure'],
  measureCents: number,
  auctionType: AuctionType,
): FarBid | undefined {
  const beyondCents = DIRECTIONS[auctionType].sign * (priceCents - measureCents);
  return beyondCents * 100 > measureCents * FAR_PERCENT ? farBid(priceCents, measure, measureCents) : undefined;
}

const farBid = (priceCents: number, measure: FarBid['measure'], measureCents: number): FarBid => ({
  priceCents,
  measure,
  measureCents,
  percent: Math.round((Math.abs(priceCents - measureCents) * 100) / measureCents),
});
