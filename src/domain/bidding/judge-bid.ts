import { DIRECTIONS } from '#domain/auction/direction.ts';
import { centsOfDecimal, decimalOfCents, isOnTick } from '#domain/basics/price.ts';
import type { Allocated } from '#domain/bidding/allocate.ts';
import { judgeQuantity, QUANTITY_MAX } from '#domain/basics/quantity.ts';
import { acceptUnless, refusalOf, refuse } from '#domain/basics/accept.ts';
import { withoutEmpty, type FieldRefusals, type Refusal, type Result } from '#domain/basics/result.ts';
import {
  largestQuantity,
  smallestQuantity,
  asPlaced,
  type Bid,
  type BiddingItem,
  type BiddingTerms,
} from '#domain/bidding/bid.ts';
import { judgeFewest, judgeOwnBids, judgeWorth } from '#domain/bidding/judge-live-bid.ts';
import { lowestAcceptedPrice, type PriceToWin } from '#domain/bidding/price-to-win.ts';
import { withoutBid, wonAtBest, type Ranking } from '#domain/bidding/ranking.ts';

/** Maximum number of standing bids of a bidder on an item (docs/rules.md#bid-checks). */
export const BIDS_PER_ITEM_MAX = 3;

/** Refusal codes of checks 3 to 7 of docs/rules.md#bid-checks, in order of precedence. */
export const BID_REFUSALS = [
  'please_input_the_quantity',
  'quantity_must_be_integer',
  'quantity_out_of_range',
  'minimum_quantity_is',
  'maximum_quantity_is',
  'quantity_must_be_whole_item',
  'you_cannot_decrease_your_quantity',
  'total_bid_quantity_exceeds_max',
  'minimum_acceptable_out_of_range',
  'you_cannot_increase_your_minimum',
  'please_input_the_price',
  'maximum_bid_price_is',
  'minimum_bid_price_is',
  'bid_price_invalid',
  'you_cannot_decrease_your_bid_value',
  'minimum_bid_price_to_win_is',
  'you_cannot_increase_your_bid_value',
  'maximum_bid_price_to_win_is',
  'maximum_bids_reached',
  'bid_unchanged',
  'own_bid_displaced',
  'would_lower_the_total',
] as const;
export type BidRefusal = (typeof BID_REFUSALS)[number];

/** A bid as a person enters it. `price` is the typed decimal. Null means an empty field. */
export type ProposedBid = {
  readonly price: number | null;
  readonly quantity: number | null;
  readonly allowsPartial: boolean;
  /** Minimum number of RECs that the bid accepts; null if it accepts any number or is all-or-nothing. */
  readonly minimumAcceptable: number | null;
};

/** Facts that a bid is judged by, at one moment. */
export type BidContext = {
  readonly phase: 'initial' | 'live';
  readonly isAdmin: boolean;
  readonly item: BiddingItem;
  readonly terms: BiddingTerms;
  /** The bidder's maximum bid quantity: the limit for all its bids in the auction together. */
  readonly maximumQuantity: number;
  /** The bid that is revised; undefined if the bid is new. */
  readonly present?: Bid | undefined;
  /** Sum of the bidder's other standing bids in this auction in RECs, without the revised bid. */
  readonly otherQuantity: number;
  /** The bidder's other standing bids on this item, without the revised bid. */
  readonly otherBidsOnItem: readonly Bid[];
  /** The market for live bids. Sealed bids are judged without it, by their own price and quantities. */
  readonly market: Market;
};

/** Known facts about the standing bids on an item. */
export type Market = {
  /** The current ranking, including the revised bid. Undefined outside the room, where rivals' bids are not known. */
  readonly ranking: Ranking | undefined;
  /** The lowest accepted price that the server sent. It is used if `ranking` is undefined. */
  readonly toldPrice?: PriceToWin | undefined;
  /** Whether rivals have the full time to answer: the result of the function `isAnswerable` now. */
  readonly isAnswerable: boolean;
};

export type BidVerdict =
  | { readonly ok: true; readonly priceCents: number; readonly quantity: number }
  | { readonly ok: false; readonly fields: BidFieldRefusals };
export type BidFieldRefusals = FieldRefusals<
  'quantity' | 'bidderPartialFulfillment' | 'minimumAcceptable' | 'price' | 'bid',
  BidRefusal
>;

/**
 * Judges a bid's price and quantities by checks 3 to 6 of docs/rules.md#bid-checks. Rules of version 2 also include
 * docs/rules.md#no-hidden-withdrawal. For each field, the first failed check is returned. Before this,
 * `server/room/judging/judge-request.ts` decides who may bid, and whether the bid is too early or too late.
 */
export function judgeBid(bid: ProposedBid, context: BidContext): BidVerdict {
  const quantity = judgeBidQuantity(bid.quantity, context);
  const minimumAcceptable = judgeMinimumAcceptable(bid);
  // The bid's claim is known only if its quantity and its minimum are valid.
  const takes = quantity.ok && !minimumAcceptable ? { ...bid, quantity: quantity.value } : undefined;
  const fewest = takes && isBoundLive(context) ? judgeFewest(context.item, takes, context.present) : undefined;
  const price = judgePrice(bid.price, context, takes);
  if (quantity.ok && price.ok && !minimumAcceptable && !fewest) {
    const accepted = { priceCents: price.value, quantity: quantity.value };
    const whole = judgeWhole({ ...bid, ...accepted }, context);
    return whole ? { ok: false, fields: { bid: whole } } : { ok: true, ...accepted };
  }
  const fields = withoutEmpty<keyof BidFieldRefusals, BidRefusal>({
    quantity: refusalOf(quantity),
    minimumAcceptable: minimumAcceptable ?? (bid.allowsPartial ? fewest : undefined),
    bidderPartialFulfillment: bid.allowsPartial ? undefined : fewest,
    price: refusalOf(price),
  });
  return { ok: false, fields };
}

/** Returns whether the rules of release 0.2 for live bids apply. They limit bidders, not administrators. */
const isBoundLive = ({ phase, isAdmin, terms }: BidContext): boolean =>
  phase === 'live' && !isAdmin && terms.rules !== 1;

/** Returns the first refusal in the order of docs/rules.md#bid-checks, for answers that contain only one refusal. */
export const firstRefusal = (fields: BidFieldRefusals): Refusal<BidRefusal> | undefined =>
  fields.quantity ?? fields.minimumAcceptable ?? fields.bidderPartialFulfillment ?? fields.price ?? fields.bid;

function judgeBidQuantity(quantity: number | null, context: BidContext): Result<number, Refusal<BidRefusal>> {
  if (quantity === null || Number.isNaN(quantity)) return refuse({ code: 'please_input_the_quantity' });
  const refusal = judgeQuantity(quantity);
  if (context.isAdmin) return acceptUnless(refusal, quantity);
  // Show the limits of this item instead of the general limits, so that the next quantity is not refused again.
  if (refusal?.code === 'quantity_out_of_range') return refuse({ ...refusal, params: quantityBounds(context) });
  return acceptUnless(refusal ?? judgeQuantityLimits(quantity, context), quantity);
}

function quantityBounds({ item, terms, phase, present }: BidContext): { minimum: number; maximum: number } {
  const before = phase === 'live' ? (present?.quantity ?? 0) : 0;
  return { minimum: Math.max(smallestQuantity(item, terms), before), maximum: largestQuantity(item) };
}

/** Judges the limits for bidders, which do not apply to an administrator (docs/rules.md#acting-for-a-bidder). */
function judgeQuantityLimits(quantity: number, context: BidContext): Refusal<BidRefusal> | undefined {
  const { item, terms, present } = context;
  if (!item.partialFulfillment && quantity !== item.quantity) {
    return { code: 'quantity_must_be_whole_item', params: { quantity: item.quantity } };
  }
  const minimum = smallestQuantity(item, terms);
  if (quantity < minimum) return { code: 'minimum_quantity_is', params: { minimum } };
  const maximum = largestQuantity(item);
  if (item.partialFulfillment && quantity > maximum) return { code: 'maximum_quantity_is', params: { maximum } };
  if (context.phase === 'live' && present && quantity < present.quantity) {
    return { code: 'you_cannot_decrease_your_quantity', params: { quantity: present.quantity } };
  }
  const left = context.maximumQuantity - context.otherQuantity;
  if (quantity > left) {
    return {
      code: 'total_bid_quantity_exceeds_max',
      params: { maximum: context.maximumQuantity, left: Math.max(0, left) },
    };
  }
  return undefined;
}

/** Judges the minimum acceptable quantity: at least 1, and at most the bid's quantity if that is valid. */
function judgeMinimumAcceptable({ minimumAcceptable, quantity }: ProposedBid): Refusal<BidRefusal> | undefined {
  const maximum = quantity !== null && quantity >= 1 ? Math.min(quantity, QUANTITY_MAX) : QUANTITY_MAX;
  if (minimumAcceptable === null) return undefined;
  const isFit = Number.isInteger(minimumAcceptable) && minimumAcceptable >= 1 && minimumAcceptable <= maximum;
  return isFit ? undefined : { code: 'minimum_acceptable_out_of_range', params: { maximum } };
}

/** Judges the price. An accepted price is in minor units. */
function judgePrice(
  price: number | null,
  context: BidContext,
  takes: Allocated | undefined,
): Result<number, Refusal<BidRefusal>> {
  const { item, terms } = context;
  if (price === null || Number.isNaN(price)) return refuse({ code: 'please_input_the_price' });
  const maximum = decimalOfCents(item.maximumBidPriceCents);
  if (price > maximum) return refuse({ code: 'maximum_bid_price_is', params: { price: maximum } });
  const minimum = decimalOfCents(item.minimumBidPriceCents);
  if (price < minimum) return refuse({ code: 'minimum_bid_price_is', params: { price: minimum } });
  const priceCents = centsOfDecimal(price);
  if (priceCents === undefined || !isOnTick(priceCents, terms.tickCents)) {
    return refuse({
      code: 'bid_price_invalid',
      params: { bidPrice: price, tickSize: decimalOfCents(terms.tickCents) },
    });
  }
  const isLive = context.phase === 'live' && !context.isAdmin;
  return acceptUnless(isLive ? judgeLivePrice(priceCents, context, takes) : undefined, priceCents);
}

const LIVE_PRICE_CODES = {
  Forward: { worse: 'you_cannot_decrease_your_bid_value', toWin: 'minimum_bid_price_to_win_is' },
  Reverse: { worse: 'you_cannot_increase_your_bid_value', toWin: 'maximum_bid_price_to_win_is' },
} as const;

/**
 * Refuses a live price that is worse for the auction owner than the bid's previous price, and a price that could never
 * win (docs/rules.md#bid-checks).
 */
function judgeLivePrice(
  priceCents: number,
  context: BidContext,
  takes: Allocated | undefined,
): Refusal<BidRefusal> | undefined {
  const { terms } = context;
  const { sign } = DIRECTIONS[terms.auctionType];
  const codes = LIVE_PRICE_CODES[terms.auctionType];
  if (context.present && sign * (priceCents - context.present.priceCents) < 0) {
    return { code: codes.worse, params: { price: decimalOfCents(context.present.priceCents) } };
  }
  const { ranking, toldPrice } = context.market;
  const others = ranking && withoutBid(ranking, context.present);
  if (others && takes && terms.rules !== 1) {
    // The bid is judged at its future place. If only partial award or minimum change, the bid keeps its place in ties.
    if (wonAtBest(others, asPlaced({ ...takes, priceCents }, context.present)) > 0) return undefined;
    return { code: codes.toWin, params: { price: decimalOfCents(lowestAcceptedPrice(others, takes).priceCents) } };
  }
  const lowest = others ? lowestAcceptedPrice(others, takes) : toldPrice;
  if (lowest && (lowest.isFull || sign * (priceCents - lowest.priceCents) < 0)) {
    return { code: codes.toWin, params: { price: decimalOfCents(lowest.priceCents) } };
  }
  return undefined;
}

function judgeWhole(
  bid: Pick<Bid, 'priceCents' | 'quantity' | 'allowsPartial' | 'minimumAcceptable'>,
  context: BidContext,
): Refusal<BidRefusal> | undefined {
  const { present } = context;
  if (!present && context.otherBidsOnItem.length >= BIDS_PER_ITEM_MAX) {
    return { code: 'maximum_bids_reached', params: { maximum: BIDS_PER_ITEM_MAX } };
  }
  const isUnchanged =
    present !== undefined &&
    present.priceCents === bid.priceCents &&
    present.quantity === bid.quantity &&
    present.allowsPartial === bid.allowsPartial &&
    present.minimumAcceptable === bid.minimumAcceptable;
  if (isUnchanged) return { code: 'bid_unchanged' };
  const { ranking, isAnswerable } = context.market;
  if (!ranking || !isBoundLive(context)) return undefined;
  const placing = { ranking, offer: bid, present, others: context.otherBidsOnItem };
  return judgeOwnBids(placing) ?? (isAnswerable ? undefined : judgeWorth(placing));
}
