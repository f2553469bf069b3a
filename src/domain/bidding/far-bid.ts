import { DIRECTIONS, type AuctionType } from '#domain/auction/direction.ts';
import { PRICE_CENTS_MAX, PRICE_CENTS_MIN } from '#domain/basics/price.ts';
import { smallestQuantity, type BiddingItem, type BiddingTerms } from '#domain/bidding/bid.ts';
import { openingPriceCents, priceToWin } from '#domain/bidding/price-to-win.ts';
import { bestBid, type Ranking } from '#domain/bidding/ranking.ts';

/** A price is far if it exceeds the compared price by more than this percentage, to the bidder's disadvantage. */
export const FAR_PERCENT = 20;
/**
 * The factor that makes a price far if only the opening price is known. Normal bids are well beyond the opening price.
 * Only a misplaced decimal point should reach this factor.
 */
export const FAR_TIMES_OPENING = 5;

/** A bid with a far price. The screen asks the bidder to confirm the price. The server never refuses a far price. */
export type FarBid = {
  readonly priceCents: number;
  /** The kind of price that the bid is compared with: the price to win, the best standing bid, or the opening price. */
  readonly measure: 'toWin' | 'best' | 'opening';
  readonly measureCents: number;
  /**
   * Rounded percentage by which the bid's price is above the compared price. In a reverse auction, the percentage
   * below.
   */
  readonly percent: number;
};

/**
 * Compares a bid with the current ranking. If the bid revises another bid, the caller removes that bid from the ranking
 * first. The compared price is the price to win the whole quantity. If no price wins the whole quantity, the price to
 * win the minimum bid quantity is used. If that price is the opening price, the bid need not beat any other bid, so the
 * best bid's price is used instead. The best bid's price is also used if no price wins at all. If there are no bids,
 * the opening price is used. Returns undefined if the bid is not far.
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

/** Compares a price with a given price to win. Pages without the ranking use this function. */
export const farFromToWin = (priceCents: number, toWinCents: number, auctionType: AuctionType): FarBid | undefined =>
  farBeyond(priceCents, 'toWin', toWinCents, auctionType);

/**
 * Compares a price with the item's opening price. In a sealed auction nothing else is known. If the item has no price
 * limit of its own, no price is far, because the platform's general limits say nothing about this item.
 */
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
