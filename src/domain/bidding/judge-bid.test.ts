import { expect, test } from 'vitest';
import {
  BID_REFUSALS,
  firstRefusal,
  judgeBid,
  type BidContext,
  type BidFieldRefusals,
  type Market,
  type ProposedBid,
} from '#domain/bidding/judge-bid.ts';
import { emptyRanking, withBid } from '#domain/bidding/ranking.ts';
import { aBid, anItem, someTerms } from '#testing/builders/builders.ts';

const present = aBid({ priceCents: 1_200, quantity: 50 });

const THREE = [1, 2, 3].map(() => aBid({ quantity: 1 }));
const bounds = { minimumBidPriceCents: 500, maximumBidPriceCents: 2_000 };

/** Returns a market in which a rival's firm bid at this price wins the whole item. */
function heldAt(priceCents: number, terms = someTerms()): Market {
  const rival = aBid({ priceCents, quantity: 100, allowsPartial: true });
  return { ranking: withBid(emptyRanking(anItem(bounds), terms), rival), isAnswerable: true };
}
const HELD_AT_1090 = heldAt(1_090);

const context = (changes: Partial<BidContext> = {}): BidContext => ({
  phase: 'live',
  isAdmin: false,
  item: anItem({ minimumBidPriceCents: 500, maximumBidPriceCents: 2_000, minQuantity: 5, maxQuantity: 90 }),
  terms: someTerms({ minimumBiddingQuantity: 10 }),
  maximumQuantity: 120,
  otherQuantity: 0,
  otherBidsOnItem: [],
  market: HELD_AT_1090,
  ...changes,
});

const bid = (changes: Partial<ProposedBid> = {}): ProposedBid => ({
  price: 13,
  quantity: 60,
  allowsPartial: false,
  minimumAcceptable: null,
  ...changes,
});

/** An all-or-nothing bid for the whole item. Any better bid makes it drop out. */
const SHIELD = aBid({ priceCents: 1_250, quantity: 100 });
const shielded = (isAnswerable: boolean): Market => ({
  ranking: withBid(emptyRanking(anItem(bounds), someTerms()), SHIELD),
  isAnswerable,
});

type Case = {
  /**
   * The refusal code of this case. Cases are in the order of docs/rules.md#bid-checks. In each case the later checks
   * fail as well, but the bid is refused with this code.
   */
  code: string;
  bid?: Partial<ProposedBid>;
  context?: Partial<BidContext>;
  field: keyof BidFieldRefusals;
};

const whole = anItem({ partialFulfillment: false, minimumBidPriceCents: 500, maximumBidPriceCents: 2_000 });
const reverse = someTerms({ auctionType: 'Reverse' });
const full = { maximumQuantity: 10, otherBidsOnItem: THREE };

const CASES: Case[] = [
  { field: 'quantity', code: 'please_input_the_quantity', bid: { quantity: null, price: null }, context: full },
  { field: 'quantity', code: 'please_input_the_quantity', bid: { quantity: Number.NaN } },
  { field: 'quantity', code: 'quantity_must_be_integer', bid: { quantity: 0.5, price: null }, context: full },
  { field: 'quantity', code: 'quantity_out_of_range', bid: { quantity: 0, price: null }, context: full },
  { field: 'quantity', code: 'quantity_out_of_range', bid: { quantity: 100_000_001 }, context: full },
  { field: 'quantity', code: 'quantity_must_be_whole_item', bid: { quantity: 99 }, context: { ...full, item: whole } },
  { field: 'quantity', code: 'minimum_quantity_is', bid: { quantity: 9 }, context: { ...full, present } },
  { field: 'quantity', code: 'maximum_quantity_is', bid: { quantity: 91 }, context: { ...full, present } },
  {
    field: 'quantity',
    code: 'you_cannot_decrease_your_quantity',
    bid: { quantity: 49 },
    context: { ...full, present },
  },
  { field: 'quantity', code: 'total_bid_quantity_exceeds_max', context: { otherQuantity: 61, otherBidsOnItem: THREE } },
  { field: 'price', code: 'please_input_the_price', bid: { price: null }, context: { otherBidsOnItem: THREE } },
  { field: 'price', code: 'maximum_bid_price_is', bid: { price: 20.01 }, context: { otherBidsOnItem: THREE } },
  { field: 'price', code: 'minimum_bid_price_is', bid: { price: 4.999 }, context: { otherBidsOnItem: THREE } },
  { field: 'price', code: 'bid_price_invalid', bid: { price: 13.05 }, context: { otherBidsOnItem: THREE } },
  { field: 'price', code: 'bid_price_invalid', bid: { price: 13.001 }, context: { otherBidsOnItem: THREE } },
  { field: 'price', code: 'you_cannot_decrease_your_bid_value', bid: { price: 10.9 }, context: { present } },
  { field: 'price', code: 'minimum_bid_price_to_win_is', bid: { price: 10.9 }, context: { otherBidsOnItem: THREE } },
  {
    field: 'price',
    code: 'minimum_bid_price_to_win_is',
    bid: { price: 20 },
    context: { market: heldAt(2_000) },
  },
  {
    field: 'price',
    code: 'you_cannot_increase_your_bid_value',
    bid: { price: 12.1 },
    context: { terms: reverse, market: heldAt(1_110, reverse), present },
  },
  {
    field: 'price',
    code: 'maximum_bid_price_to_win_is',
    bid: { price: 11.1 },
    context: { terms: reverse, market: heldAt(1_110, reverse), otherBidsOnItem: THREE },
  },
  {
    field: 'minimumAcceptable',
    code: 'minimum_acceptable_out_of_range',
    bid: { quantity: 50, allowsPartial: true, minimumAcceptable: 51 },
  },
  {
    field: 'minimumAcceptable',
    code: 'you_cannot_increase_your_minimum',
    bid: { quantity: 50, allowsPartial: true, minimumAcceptable: 3, price: 10 },
    context: { present: aBid({ ...present, allowsPartial: true, minimumAcceptable: 2 }) },
  },
  {
    field: 'bidderPartialFulfillment',
    code: 'you_cannot_increase_your_minimum',
    bid: { quantity: 50 },
    context: { present: aBid({ ...present, allowsPartial: true }) },
  },
  { field: 'bid', code: 'own_bid_displaced', context: { market: shielded(true), otherBidsOnItem: [SHIELD] } },
  { field: 'bid', code: 'would_lower_the_total', context: { market: shielded(false) } },
  { field: 'bid', code: 'maximum_bids_reached', context: { otherBidsOnItem: THREE } },
  {
    field: 'bid',
    code: 'bid_unchanged',
    bid: { price: 12, quantity: 50 },
    context: { present, otherBidsOnItem: THREE },
  },
];

test.each(CASES)('$code at $field', ({ code, field, ...given }) => {
  const verdict = judgeBid(bid(given.bid), context(given.context));
  expect(verdict.ok).toBe(false);
  if (!verdict.ok) expect(verdict.fields[field]?.code).toBe(code);
});

test.each([
  [0, {}, { minimum: 10, maximum: 90 }],
  [100_000_001, {}, { minimum: 10, maximum: 90 }],
  [0, { present }, { minimum: 50, maximum: 90 }],
  [0, { isAdmin: true }, { minimum: 1, maximum: 100_000_000 }],
])('a quantity of %d is rejected with the limits that apply', (quantity, given, params) => {
  const verdict = judgeBid(bid({ quantity }), context(given));
  if (verdict.ok) return expect.unreachable();
  expect(verdict.fields.quantity).toEqual({ code: 'quantity_out_of_range', params });
});

test('every code is reachable', () => {
  expect(new Set(CASES.map(({ code }) => code))).toEqual(new Set(BID_REFUSALS));
});

test('judges each field separately, quantity first', () => {
  const verdict = judgeBid(bid({ quantity: null, price: null }), context());
  expect(verdict).toEqual({
    ok: false,
    fields: { quantity: { code: 'please_input_the_quantity' }, price: { code: 'please_input_the_price' } },
  });
  if (!verdict.ok) expect(firstRefusal(verdict.fields)?.code).toBe('please_input_the_quantity');
});

test('a minimum acceptable quantity is a whole number from 1 to the quantity of the bid', () => {
  const judged = (minimumAcceptable: number | null, quantity: number | null = 50) => {
    const verdict = judgeBid(bid({ quantity, allowsPartial: true, minimumAcceptable }), context());
    return verdict.ok ? undefined : verdict.fields.minimumAcceptable;
  };
  for (const fit of [null, 1, 50]) expect(judged(fit)).toBeUndefined();
  for (const unfit of [0, -1, 2.5, 51, Number.NaN]) expect(judged(unfit)?.params).toEqual({ maximum: 50 });
  // If the quantity is missing, there is no maximum.
  expect(judged(51, null)).toBeUndefined();
});

test('parameters name the limit', () => {
  const verdict = judgeBid(bid({ price: 13.05, quantity: 91 }), context());
  expect(verdict).toMatchObject({
    fields: {
      quantity: { params: { maximum: 90 } },
      price: { params: { bidPrice: 13.05, tickSize: 0.1 } },
    },
  });
});

test('before the start bids may fall, and need not win', () => {
  const lower = bid({ price: 5, quantity: 20 });
  expect(judgeBid(lower, context({ phase: 'initial', present }))).toEqual({ ok: true, priceCents: 500, quantity: 20 });
});

test('an administrator has no quantity limits and no no-decrease rule, but price limits, tick and count apply', () => {
  const asAdmin = (changes: Partial<BidContext> = {}) => context({ isAdmin: true, present, ...changes });
  expect(judgeBid(bid({ price: 5, quantity: 1 }), asAdmin()).ok).toBe(true);
  expect(judgeBid(bid({ quantity: 500 }), asAdmin()).ok).toBe(true);
  expect(judgeBid(bid({ price: 20.1 }), asAdmin()).ok).toBe(false);
  expect(judgeBid(bid({ price: 13.05 }), asAdmin()).ok).toBe(false);
  expect(judgeBid(bid(), asAdmin({ present: undefined, otherBidsOnItem: THREE })).ok).toBe(false);
});

test('a revision may use up the maximum, and may change only the partial flag', () => {
  expect(judgeBid(bid({ quantity: 60 }), context({ present, otherQuantity: 60 })).ok).toBe(true);
  const flagOnly = bid({ price: 12, quantity: 50, allowsPartial: true });
  expect(judgeBid(flagOnly, context({ present })).ok).toBe(true);
});
