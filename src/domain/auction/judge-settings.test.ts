import { expect, test } from 'vitest';
import { judgeItem, overlappingItems, type ProposedItem } from '#domain/auction/judge-item.ts';
import { judgeSettings, type ProposedSettings, type SettingsContext } from '#domain/auction/judge-settings.ts';
import { judgeTick } from '#domain/auction/judge-tick.ts';
import { NO_RECURRENCE } from '#domain/auction/recurrence.ts';
import { refusalsOf } from '#domain/basics/accept.ts';
import { LEFT_EMPTY } from '#testing/builders/item-builders.ts';

const nowMs = Date.parse('2026-03-01T00:00:00.000Z');
const settings: ProposedSettings = {
  title: 'Hydro 2025',
  auctionType: 'Forward',
  isPrivate: true,
  startTime: '2026-03-01T01:00:00.000Z',
  endTime: '2026-03-01T02:00:00.000Z',
  minimumRecQuantity: 1_000,
  minimumBiddingRecQuantity: 100,
  sellerProcessingFee: 1.25,
  buyerProcessingFee: 0,
  spotRecs: false,
  ownerAccountId: 'owner',
  softCloseMinutes: null,
  softCloseMaximum: null,
  ...NO_RECURRENCE,
};

const SETTINGS_CASES: [keyof ProposedSettings, string, Partial<ProposedSettings>, Partial<SettingsContext>?][] = [
  ['title', 'field_required', { title: '  ' }],
  ['title', 'less_than_maximum_character', { title: 'x'.repeat(121) }],
  ['startTime', 'field_required', { startTime: null }],
  ['startTime', 'invalid_date', { startTime: 'soon' }],
  ['startTime', 'start_in_the_past', { startTime: '2026-02-28T23:59:59.999Z' }],
  ['endTime', 'field_required', { endTime: null }],
  ['endTime', 'invalid_date', { endTime: 'later' }],
  ['endTime', 'start_before_end', { endTime: '2026-03-01T01:00:00.000Z' }],
  ['endTime', 'auction_duration_too_short', { endTime: '2026-03-01T01:00:59.999Z' }],
  ['endTime', 'auction_duration_too_long', { endTime: '2086-03-01T01:00:00.000Z' }],
  ['startTime', 'invalid_date', { startTime: '+012026-03-01T01:00:00.000Z' }],
  ['endTime', 'invalid_date', { startTime: '9999-12-31T00:00:00.000Z', endTime: '+010000-01-01T00:00:00.000Z' }],
  ['minimumRecQuantity', 'field_required', { minimumRecQuantity: null }],
  ['minimumRecQuantity', 'quantity_must_be_integer', { minimumRecQuantity: 1.5 }],
  ['minimumRecQuantity', 'quantity_out_of_range', { minimumRecQuantity: 0 }],
  ['minimumBiddingRecQuantity', 'quantity_out_of_range', { minimumBiddingRecQuantity: 100_000_001 }],
  ['minimumBiddingRecQuantity', 'minimum_bid_above_minimum_rec', { minimumBiddingRecQuantity: 1_001 }],
  ['sellerProcessingFee', 'field_required', { sellerProcessingFee: null }],
  ['sellerProcessingFee', 'fee_out_of_range', { sellerProcessingFee: 100.01 }],
  ['buyerProcessingFee', 'fee_out_of_range', { buyerProcessingFee: 0.125 }],
  ['spotRecs', 'spot_not_supported_in_reverse', { spotRecs: true, auctionType: 'Reverse' }],
  ['ownerAccountId', 'field_required', { ownerAccountId: null }],
  ['ownerAccountId', 'locked_while_items_exist', { ownerAccountId: 'other' }, { hasItems: true, present: settings }],
  ['minimumRecQuantity', 'locked_while_items_exist', { minimumRecQuantity: 1 }, { hasItems: true, present: settings }],
];

test.each(SETTINGS_CASES)('%s: %s', (field, code, change, context = {}) => {
  const found = refusalsOf(judgeSettings({ ...settings, ...change }, { nowMs, hasItems: false, ...context }));
  expect(found[field]?.code).toBe(code);
});

test('accepts valid settings, at both limits of the duration', () => {
  const judge = (change: Partial<ProposedSettings>) =>
    refusalsOf(judgeSettings({ ...settings, ...change }, { nowMs, hasItems: false }));
  expect(judge({})).toEqual({});
  expect(judge({ endTime: '2026-03-01T01:01:00.000Z' })).toEqual({});
  const longest = new Date(Date.parse('2026-03-01T01:00:00.000Z') + 21_840 * 86_400_000).toISOString();
  expect(judge({ endTime: longest })).toEqual({});
});

test('an older auction with items keeps its minimum bid if it is larger than its smallest item', () => {
  const present = { ...settings, minimumBiddingRecQuantity: 2_000 };
  expect(refusalsOf(judgeSettings(present, { nowMs, hasItems: true, present }))).toEqual({});
});

const item: ProposedItem = {
  ...LEFT_EMPTY,
  recCountry: 'MY',
  recFuelType: 'Hydro',
  vintageYear: 2025,
  vintagePeriod: 'FullYear',
  recQuantity: 5_000,
  partialFulfillment: true,
  minimumBidPrice: 3,
  maximumBidPrice: 15,
};

const MINIMUMS = { minimumRecQuantity: 1_000, minimumBiddingRecQuantity: 100, countries: ['MY'] };

const ITEM_CASES: [keyof ProposedItem, string, Partial<ProposedItem>][] = [
  ['recCountry', 'field_required', { recCountry: null }],
  ['recCountry', 'choice_unknown', { recCountry: 'VN' }],
  ['recCountry', 'duplicate_item', { recFuelType: 'Solar' }],
  ['recFuelType', 'field_required', { recFuelType: null }],
  ['vintageYear', 'field_required', { vintageYear: null }],
  ['vintageYear', 'invalid_vintage_year', { vintageYear: 1999 }],
  ['vintagePeriod', 'field_required', { vintagePeriod: null }],
  ['recQuantity', 'field_required', { recQuantity: null }],
  ['recQuantity', 'quantity_must_be_integer', { recQuantity: 5_000.5 }],
  ['recQuantity', 'quantity_out_of_range', { recQuantity: 100_000_001 }],
  ['recQuantity', 'below_minimum_rec_quantity', { recQuantity: 999 }],
  ['minQuantity', 'quantity_must_be_integer', { minQuantity: 1.5 }],
  ['minQuantity', 'quantity_out_of_range', { minQuantity: 0 }],
  ['minQuantity', 'quantity_out_of_range', { minQuantity: 5_001 }],
  ['minQuantity', 'bounds_need_partial_fulfilment', { minQuantity: 100, partialFulfillment: false }],
  ['maxQuantity', 'quantity_out_of_range', { maxQuantity: 5_001 }],
  ['maxQuantity', 'bounds_need_partial_fulfilment', { maxQuantity: 100, partialFulfillment: false }],
  ['maxQuantity', 'maximum_quantity_below_minimum', { minQuantity: 200, maxQuantity: 199 }],
  ['maxQuantity', 'maximum_quantity_below_minimum', { maxQuantity: 99 }],
  ['minimumBidPrice', 'field_required', { minimumBidPrice: null }],
  ['minimumBidPrice', 'price_invalid', { minimumBidPrice: 0 }],
  ['maximumBidPrice', 'price_invalid', { maximumBidPrice: 10_000_000 }],
  ['maximumBidPrice', 'price_invalid', { maximumBidPrice: 3.001 }],
  ['maximumBidPrice', 'maximum_price_below_minimum', { maximumBidPrice: 3 }],
  ['address', 'address_incorrect', { address: 'Gerik <b>' }],
  ['address', 'less_than_maximum_character', { address: 'x'.repeat(256) }],
  ['latitude', 'coordinate_out_of_range', { latitude: 90.01, longitude: 0 }],
  ['longitude', 'coordinate_out_of_range', { latitude: 0, longitude: -180.01 }],
  ['latitude', 'coordinate_out_of_range', { latitude: Number.NaN, longitude: 0 }],
  ['longitude', 'coordinate_missing', { latitude: 5 }],
  ['latitude', 'coordinate_missing', { longitude: 100 }],
  ['description', 'less_than_maximum_character', { description: 'x'.repeat(2_001) }],
];

test.each(ITEM_CASES)('%s: %s', (field, code, change) => {
  const others = [{ ...item, recFuelType: 'Solar' as const }];
  expect(refusalsOf(judgeItem({ ...item, ...change }, { ...MINIMUMS, others }))[field]?.code).toBe(code);
});

test('accepts a valid item', () => {
  expect(refusalsOf(judgeItem(item, { ...MINIMUMS, others: [] }))).toEqual({});
  const bounded = { ...item, minQuantity: 100, maxQuantity: 100 };
  expect(refusalsOf(judgeItem(bounded, { ...MINIMUMS, others: [] }))).toEqual({});
});

test.each([
  [{ name: '', priceStep: 0.1 }, { name: 'field_required' }],
  [{ name: 'x'.repeat(61), priceStep: 0.1 }, { name: 'less_than_maximum_character' }],
  [{ name: 'Ten sen', priceStep: null }, { priceStep: 'field_required' }],
  [{ name: 'Ten sen', priceStep: 0.005 }, { priceStep: 'tick_size_invalid' }],
  [{ name: 'Ten sen', priceStep: 1_000.01 }, { priceStep: 'tick_size_invalid' }],
  [{ name: 'Ten sen', priceStep: 0.1 }, {}],
])('tick size %j: %j', (tick, expected) => {
  const found = Object.entries(refusalsOf(judgeTick(tick))).map(([field, refusal]) => [field, refusal?.code]);
  expect(Object.fromEntries(found)).toEqual(expected);
});

test('finds items with the same months, but no exact duplicates and no other years', () => {
  const of = (vintageYear: number, vintagePeriod: ProposedItem['vintagePeriod']) => ({
    ...item,
    vintageYear,
    vintagePeriod,
  });
  const others = [
    of(2025, 'FullYear'),
    of(2025, 'FirstQuarter'),
    of(2025, 'SecondHalf'),
    of(2024, 'FullYear'),
    { ...of(2025, 'FullYear'), recCountry: 'VN' as const },
  ];
  expect(overlappingItems(of(2025, 'FirstHalf'), others)).toEqual(others.slice(0, 2));
  expect(overlappingItems(of(2025, 'FullYear'), others)).toEqual(others.slice(1, 3));
  expect(overlappingItems({ ...item, vintageYear: null }, others)).toEqual([]);
});
