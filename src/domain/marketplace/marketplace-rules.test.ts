import { describe, expect, test } from 'vitest';
import type { Product, LedgerAccount } from '#domain/holding/ledger.ts';
import { supplyOf } from '#domain/holding/ledger.ts';
import { refusalsOf } from '#domain/basics/accept.ts';
import { judgeAvailable, judgeBuyQuantity } from '#domain/marketplace/judge-buy-order.ts';
import { judgeSellOrderItem, type ProposedSellOrderItem } from '#domain/marketplace/judge-sell-order-item.ts';
import {
  judgePublishable,
  judgePublishTime,
  judgeSellOrder,
  type ProposedSellOrder,
  type SellOrderContext,
} from '#domain/marketplace/judge-sell-order.ts';
import { listingMovements, type ListedItem } from '#domain/holding/listing-movements.ts';
import { offeredQuantity } from '#domain/marketplace/offered-quantity.ts';
import { SELL_ORDER_STATUSES } from '#domain/marketplace/sell-order-status.ts';
import { judgeBuyer, maySeeSellOrder } from '#domain/marketplace/who-may-buy.ts';

const NOW = Date.UTC(2026, 0, 10);
const at = (hours: number): string => new Date(NOW + hours * 3_600_000).toISOString();

const order = (given: Partial<ProposedSellOrder> = {}): ProposedSellOrder => ({
  title: 'Perak hydro',
  description: '',
  sellerAccountId: 'seller',
  unitPrice: 12.3,
  minimumPurchaseQuantity: 10,
  maxBuyOrderRecQuantity: 500,
  sellerProcessingFee: 1,
  buyerProcessingFee: 1.5,
  endTime: null,
  ...given,
});

describe('settings of a sell order', () => {
  const fresh = { nowMs: NOW, hasItems: false };
  test('are accepted when valid', () => expect(refusalsOf(judgeSellOrder(order(), fresh))).toEqual({}));

  test.each<[keyof ProposedSellOrder, string, Partial<ProposedSellOrder>]>([
    ['title', 'field_required', { title: ' ' }],
    ['title', 'less_than_maximum_character', { title: 'x'.repeat(121) }],
    ['description', 'less_than_maximum_character', { description: 'x'.repeat(2_001) }],
    ['sellerAccountId', 'field_required', { sellerAccountId: null }],
    ['unitPrice', 'field_required', { unitPrice: null }],
    ['unitPrice', 'price_invalid', { unitPrice: 0 }],
    ['unitPrice', 'price_invalid', { unitPrice: 1.005 }],
    ['unitPrice', 'price_invalid', { unitPrice: 10_000_000 }],
    ['minimumPurchaseQuantity', 'field_required', { minimumPurchaseQuantity: null }],
    ['minimumPurchaseQuantity', 'quantity_must_be_integer', { minimumPurchaseQuantity: 1.5 }],
    ['maxBuyOrderRecQuantity', 'quantity_out_of_range', { maxBuyOrderRecQuantity: 100_000_001 }],
    ['maxBuyOrderRecQuantity', 'maximum_quantity_below_minimum', { maxBuyOrderRecQuantity: 9 }],
    ['sellerProcessingFee', 'fee_out_of_range', { sellerProcessingFee: 100.01 }],
    ['buyerProcessingFee', 'field_required', { buyerProcessingFee: null }],
    ['endTime', 'invalid_date', { endTime: 'soon' }],
    ['endTime', 'invalid_date', { endTime: at(-1) }],
  ])('%s: %s', (field, code, given) => {
    expect(refusalsOf(judgeSellOrder(order(given), fresh))).toMatchObject({ [field]: { code } });
  });

  test('allow the highest possible price', () =>
    expect(refusalsOf(judgeSellOrder(order({ unitPrice: 9_999_999.99 }), fresh))).toEqual({}));

  test('require an end after the publication; a past end may stay unchanged', () => {
    const present = { sellerAccountId: 'seller', endTime: at(-1), publishTime: at(2) };
    const context: SellOrderContext = { ...fresh, present };
    expect(refusalsOf(judgeSellOrder(order({ endTime: at(1) }), context)).endTime?.code).toBe('end_before_publishing');
    expect(refusalsOf(judgeSellOrder(order({ endTime: at(3) }), context))).toEqual({});
    const past = { ...present, publishTime: at(-3) };
    expect(refusalsOf(judgeSellOrder(order({ endTime: at(-1) }), { ...fresh, present: past }))).toEqual({});
  });

  test('keep the seller while there are items, which may come from its holdings', () => {
    const present = { sellerAccountId: 'other', endTime: null, publishTime: null };
    expect(refusalsOf(judgeSellOrder(order(), { ...fresh, hasItems: true, present })).sellerAccountId?.code).toBe(
      'locked_while_items_exist',
    );
    expect(refusalsOf(judgeSellOrder(order(), { ...fresh, present }))).toEqual({});
  });
});

test('is published now or later, before its end', () => {
  const open = { nowMs: NOW, endTime: null };
  expect(judgePublishTime(null, open)).toBeUndefined();
  expect(judgePublishTime(at(1), open)).toBeUndefined();
  expect(judgePublishTime(at(-1), open)?.code).toBe('invalid_date');
  expect(judgePublishTime('x', open)?.code).toBe('invalid_date');
  expect(judgePublishTime(at(2), { nowMs: NOW, endTime: at(1) })?.code).toBe('end_before_publishing');
  expect(judgePublishTime(null, { nowMs: NOW, endTime: at(-1) })?.code).toBe('end_before_publishing');
});

test('is published only with items whose minimum order can be bought', () => {
  expect(judgePublishable({ totalQuantity: 0, minimumPurchaseQuantity: 1 })?.code).toBe('sell_order_has_no_items');
  expect(judgePublishable({ totalQuantity: 9, minimumPurchaseQuantity: 10 })?.code).toBe('minimum_above_total');
  expect(judgePublishable({ totalQuantity: 10, minimumPurchaseQuantity: 10 })).toBeUndefined();
});

describe('an item of a sell order', () => {
  const item: ProposedSellOrderItem = {
    recCountry: 'MY',
    recFuelType: 'Hydro',
    vintageYear: 2024,
    vintagePeriod: 'FullYear',
    recQuantity: 100,
    description: '',
    address: '',
    latitude: null,
    longitude: null,
    holdingId: null,
  };
  const alone = { others: [], othersQuantity: 0, countries: ['MY'] };
  const present = { ...item, orderedQuantity: 40 };
  test.each([
    ['recCountry', 'field_required', { recCountry: null }, alone],
    ['recCountry', 'duplicate_item', {}, { ...alone, others: [item] }],
    ['recCountry', 'choice_unknown', { recCountry: 'TH' }, { ...alone, present: { ...present, orderedQuantity: 0 } }],
    ['recFuelType', 'field_required', { recFuelType: null }, alone],
    ['vintageYear', 'invalid_vintage_year', { vintageYear: 1999 }, alone],
    ['vintagePeriod', 'field_required', { vintagePeriod: null }, alone],
    ['recQuantity', 'field_required', { recQuantity: null }, alone],
    ['recQuantity', 'quantity_must_be_integer', { recQuantity: 0.5 }, alone],
    ['recQuantity', 'quantity_out_of_range', { recQuantity: 100_000_001 }, alone],
    ['recQuantity', 'total_out_of_range', {}, { ...alone, othersQuantity: 99_999_901 }],
    ['recQuantity', 'below_ordered_quantity', { recQuantity: 39 }, { ...alone, present }],
    ['recCountry', 'item_in_buy_orders', { vintageYear: 2023 }, { ...alone, present }],
    ['recCountry', 'item_in_buy_orders', { holdingId: 'h' }, { ...alone, present }],
    ['latitude', 'coordinate_missing', { longitude: 5 }, alone],
  ] as const)('%s: %s', (field, code, given, context) => {
    const found = refusalsOf(judgeSellOrderItem({ ...item, ...given }, context));
    expect(found).toMatchObject({ [field]: { code } });
  });
  test('accepts a valid item, also one with orders', () => {
    expect(refusalsOf(judgeSellOrderItem(item, alone))).toEqual({});
    const thai = { ...item, recCountry: 'TH' };
    expect(refusalsOf(judgeSellOrderItem({ ...thai, holdingId: 'h' }, alone))).toEqual({});
    expect(refusalsOf(judgeSellOrderItem(thai, { ...alone, present: { ...thai, orderedQuantity: 0 } }))).toEqual({});
    expect(refusalsOf(judgeSellOrderItem({ ...item, recQuantity: 40 }, { ...alone, present }))).toEqual({});
  });
});

describe('a quantity to buy', () => {
  const bounds = { minimumPurchaseQuantity: 10, maxBuyOrderRecQuantity: 100, remainingQuantity: 60 };
  test.each([
    [null, bounds, 'please_input_the_quantity'],
    [1.5, bounds, 'quantity_must_be_integer'],
    [0, bounds, 'quantity_out_of_range'],
    [100_000_001, bounds, 'quantity_out_of_range'],
    [9, bounds, 'minimum_quantity_is'],
    [61, bounds, 'remaining_quantity_is'],
    [101, { ...bounds, remainingQuantity: 200 }, 'maximum_quantity_is'],
    [101, { ...bounds, remainingQuantity: 100 }, 'maximum_quantity_is'],
    [60, bounds, undefined],
    [10, bounds, undefined],
  ] as const)('judges %s', (quantity, given, code) => expect(judgeBuyQuantity(quantity, given)?.code).toBe(code));

  test('can be ordered from published sell orders only', () =>
    expect(SELL_ORDER_STATUSES.filter((status) => judgeAvailable(status) === undefined)).toEqual(['published']));
});

describe('who sees a sell order, and who may buy', () => {
  const account = (id: string, status: 'Active' | 'Blacklisted' = 'Active', role: 'owner' | 'viewer' = 'owner') => ({
    id,
    status,
    role,
  });
  const forAll = { sellerAccountId: 'seller', relatedAccountIds: ['related'], buyerAccountIds: [] };
  const listed = { sellerAccountId: 'seller', relatedAccountIds: [], buyerAccountIds: ['listed'] };
  test.each([
    ['any Active company sees a public one', [account('x')], forAll, false, true],
    ['a blacklisted company does not', [account('x', 'Blacklisted')], forAll, false, false],
    ['a user without a company does not', [], forAll, false, false],
    ['a listed company sees one for its list', [account('listed')], listed, false, true],
    ['other companies do not', [account('x')], listed, false, false],
    ['the seller does', [account('seller', 'Blacklisted')], listed, false, true],
    ['a company that has ordered does', [account('x', 'Blacklisted')], listed, true, true],
  ] as const)('%s', (_, accounts, audience, hasOrdered, sees) =>
    expect(maySeeSellOrder(accounts, audience, hasOrdered)).toBe(sees),
  );
  test.each([
    [account('x'), forAll, undefined],
    [account('x', 'Blacklisted', 'viewer'), forAll, 'account_blacklisted'],
    [account('x', 'Active', 'viewer'), forAll, 'viewer_cannot_act'],
    [account('seller'), forAll, 'buyer_is_seller'],
    [account('related'), forAll, 'buyer_related_to_seller'],
    [account('x'), listed, 'buyer_not_listed'],
    [account('listed'), listed, undefined],
  ] as const)('%o', (one, audience, refusal) => expect(judgeBuyer(one, audience)).toBe(refusal));
});

describe('the quantity listed in the ledger', () => {
  const hydro: Product = { country: 'MY', fuelType: 'Hydro', vintageYear: 2024, vintagePeriod: 'FullYear' };
  const solar: Product = { ...hydro, fuelType: 'Solar' };
  const listed = (product: Product): LedgerAccount => ({
    kind: 'listed',
    accountId: 'seller',
    product,
    sourceKind: 'sell_order_item',
    sourceId: 'item',
  });
  const holding: LedgerAccount = {
    kind: 'held',
    accountId: 'seller',
    product: hydro,
    sourceKind: 'award',
    sourceId: 'award',
  };
  const offer = (quantity: number, product = hydro, source = supplyOf('seller', product)): ListedItem => ({
    account: listed(product),
    source,
    quantity,
  });
  const has = (balance: number) => [{ account: listed(hydro), balance }];

  test('is the whole unsold quantity while offered, afterwards what waits for an administrator', () => {
    const item = { totalQuantity: 100, reservedQuantity: 30, soldQuantity: 50 };
    expect([offeredQuantity(item, true), offeredQuantity(item, false)]).toEqual([50, 30]);
  });
  test('changes by the difference', () => {
    expect(listingMovements([], [offer(5)], [])).toMatchObject([{ kind: 'listed', quantity: 5 }]);
    expect(listingMovements([offer(5)], [offer(7)], has(5))).toMatchObject([{ kind: 'listed', quantity: 2 }]);
    expect(listingMovements([offer(5)], [offer(2)], has(5))).toMatchObject([{ kind: 'returned', quantity: 3 }]);
    expect(listingMovements([offer(5)], [offer(5)], has(5))).toEqual([]);
    expect(listingMovements([offer(5)], [], has(5))).toMatchObject([{ kind: 'returned', quantity: 5 }]);
  });
  test('returns to its origin when the product or origin changes', () => {
    expect(listingMovements([offer(5)], [offer(4, solar)], has(5))).toMatchObject([
      { kind: 'returned', from: listed(hydro), to: supplyOf('seller', hydro), quantity: 5 },
      { kind: 'listed', from: supplyOf('seller', solar), to: listed(solar), quantity: 4 },
    ]);
    expect(listingMovements([offer(5)], [offer(5, hydro, holding)], has(5))).toMatchObject([
      { kind: 'returned', to: supplyOf('seller', hydro), quantity: 5 },
      { kind: 'listed', from: holding, quantity: 5 },
    ]);
  });
});
