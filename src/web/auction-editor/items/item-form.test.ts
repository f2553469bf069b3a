import { expect, test } from 'vitest';
import { itemBody, type AuctionItem } from '#contract/auction/auction.ts';
import {
  addItemClosed,
  isOffTick,
  itemFormOf,
  itemRequest,
  judgeItemForm,
  knownItems,
  newItem,
} from '#web/auction-editor/items/item-form.ts';
import { COUNTRIES } from '#domain/basics/country.ts';
import { buildAuction, buildItem } from '#testing/builders/auction-builders.ts';

test('a stored item passes through the form unchanged and matches the contract', () => {
  expect(itemBody.parse(itemRequest(itemFormOf(buildItem('Hydro'))))).toEqual({
    recCountry: 'MY',
    recFuelType: 'Hydro',
    vintageYear: 2025,
    vintagePeriod: 'FullYear',
    recQuantity: 5_000,
    partialFulfillment: false,
    minQuantity: null,
    maxQuantity: null,
    minimumBidPrice: 3,
    maximumBidPrice: 15,
    description: 'Run of river',
    address: 'Gerik, Perak',
    latitude: 5.42,
    longitude: 101.13,
    imageIds: [],
  });
});

test('the next new item copies the values that items of an auction usually share', () => {
  expect(newItem(buildItem('Hydro'))).toMatchObject({
    recCountry: 'MY',
    recFuelType: null,
    vintageYear: 2025,
    recQuantity: null,
    minimumBidPrice: 3,
    description: '',
  });
});

test('an item is no duplicate of itself, but of another one with the same country, fuel type and vintage', () => {
  const auction = { ...buildAuction({ itemCount: 2 }), countries: COUNTRIES };
  const [first, second] = auction.items;
  const twin = { ...itemFormOf(buildItem('Biogas')) };
  const judged = (edited?: AuctionItem) => judgeItemForm(auction, knownItems(auction), edited?.auctionItemId)(twin);
  expect(judged(first)).toEqual({});
  expect(judged(second).recCountry?.code).toBe('duplicate_item');
  expect(judged().recCountry?.code).toBe('duplicate_item');
});

test('ignores and does not send bid limits for an item that is sold as a whole', () => {
  const auction = buildAuction();
  const item = { ...itemFormOf(buildItem('Hydro')), minQuantity: 9, maxQuantity: 3 };
  expect(itemRequest(item)).toMatchObject({ minQuantity: null, maxQuantity: null });
  expect(judgeItemForm({ ...auction, countries: COUNTRIES }, [], undefined)(item)).toEqual({});
  const shared = judgeItemForm(
    { ...auction, countries: COUNTRIES },
    [],
    undefined,
  )({ ...item, partialFulfillment: true });
  expect(shared.maxQuantity?.code).toBe('maximum_quantity_below_minimum');
});

test.each([
  [3.05, 0.1, true],
  [3.1, 0.1, false],
  [0.3, 0.1, false],
  [null, 0.1, false],
  [Number.NaN, 0.1, false],
  [3.001, 0.1, false],
])('price %s on tick size %s is invalid: %s', (price, step, isOff) => {
  expect(isOffTick(price, step)).toBe(isOff);
});

test('items are added before the start only, and at most one hundred', () => {
  expect(addItemClosed(99, undefined)).toBeUndefined();
  expect(addItemClosed(99, 'auction.noChanges')).toBe('auction.noChanges');
  expect(addItemClosed(100, undefined)).toBe('error.maximum_items_reached');
});
