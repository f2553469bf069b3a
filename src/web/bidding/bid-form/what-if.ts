import { DIRECTIONS } from '#domain/auction/direction.ts';
import type { Allocated } from '#domain/bidding/allocate.ts';
import { asPlaced } from '#domain/bidding/bid.ts';
import type { BidRefusal, BidVerdict } from '#domain/bidding/judge-bid.ts';
import { priceToWin, priceToWinNow, type PriceToWin } from '#domain/bidding/price-to-win.ts';
import { placeOf } from '#domain/bidding/ranking.ts';
import { backupOf } from '#web/bidding/room/backup.ts';
import { costToBidder } from '#web/bidding/bid-form/cost.ts';
import type { RoomSetting } from '#web/bidding/room/room-setting.ts';
import { rankingWithout, type ItemView } from '#web/bidding/room/room-view.ts';

/** A bid as it would be placed or revised now. */
export type Offer = Allocated & { readonly bidId: string | undefined; readonly priceCents: number };

const LOSES_NOW: ReadonlySet<BidRefusal> = new Set(['minimum_bid_price_to_win_is', 'maximum_bid_price_to_win_is']);

/**
 * Returns true if the expected result can be shown: if the rules accept the bid, or if they refuse it only because it
 * would win nothing now.
 */
export const isThinkable = (verdict: BidVerdict): boolean =>
  verdict.ok ||
  (verdict.fields.quantity === undefined &&
    verdict.fields.minimumAcceptable === undefined &&
    verdict.fields.bidderPartialFulfillment === undefined &&
    (verdict.fields.price === undefined || LOSES_NOW.has(verdict.fields.price.code)));

/** Returns the rank, won quantity and cost that an offer would have if it were placed now and no other bid followed. */
export function whatIf(view: ItemView, setting: RoomSetting, offer: Offer) {
  const present = view.own.find((row) => row.bid.bidId === offer.bidId)?.bid;
  const bid = asPlaced(offer, present);
  const others = rankingWithout(view, offer.bidId);
  const { rank, won } = placeOf(others, bid);
  const ofQuantity = (quantity: number) => costToBidder(setting, offer.priceCents, quantity);
  // `cost` is for the RECs that the bid would win now, `wholeCost` for its whole quantity.
  return { rank, won, backup: backupOf(others, bid), cost: ofQuantity(won), wholeCost: ofQuantity(offer.quantity) };
}

/**
 * Returns the price that would win all of `quantity`. Undefined if the price to win, or the price of the revised bid,
 * already wins all of it. The price is a hint, never a condition (docs/rules.md#lowest-accepted-price).
 */
export function priceToWinAll(
  view: ItemView,
  setting: RoomSetting,
  quantity: number,
  leaveOut: string | undefined,
): PriceToWin | undefined {
  const others = rankingWithout(view, leaveOut);
  const all = priceToWin(others, quantity);
  const { sign } = DIRECTIONS[setting.terms.auctionType];
  const isMoreThan = (cents: number) => sign * (all.priceCents - cents) > 0;
  const present = view.own.find(({ bid }) => bid.bidId === leaveOut)?.bid;
  const least = priceToWinNow(others);
  const isMore = isMoreThan(least.priceCents) && (present === undefined || isMoreThan(present.priceCents));
  return all.isFull || isMore ? all : undefined;
}
