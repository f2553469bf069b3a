import { expect, test } from 'vitest';
import { requestStatusAt, judgeReturn } from '#domain/auction/change-request.ts';
import {
  differingFields,
  itemsAfter,
  judgeChanges,
  mergeChange,
  type ItemChange,
} from '#domain/auction/item-changes.ts';
import { ITEMS_MAX, type ProposedItem } from '#domain/auction/judge-item.ts';
import { refusalOf } from '#domain/basics/accept.ts';
import { LEFT_EMPTY } from '#testing/builders/item-builders.ts';

const anItem = (change: Partial<ProposedItem> = {}): ProposedItem => ({
  ...LEFT_EMPTY,
  recCountry: 'MY',
  recFuelType: 'Hydro',
  vintageYear: 2025,
  vintagePeriod: 'FullYear',
  recQuantity: 1_000,
  partialFulfillment: true,
  minimumBidPrice: 3,
  maximumBidPrice: 15,
  ...change,
});
const hydro = { itemId: 'hydro', item: anItem() };
const solar = { itemId: 'solar', item: anItem({ recFuelType: 'Solar' }) };
const changed = (itemId: string, change: Partial<ProposedItem>): ItemChange => ({
  kind: 'updated',
  itemId,
  item: anItem(change),
});
const added = (itemId: string, change: Partial<ProposedItem>): ItemChange => ({
  ...changed(itemId, change),
  kind: 'added',
  item: anItem(change),
});
const deleted = (itemId: string): ItemChange => ({ kind: 'deleted', itemId });

const quantities = (least: number) => ({
  minimumRecQuantity: least,
  minimumBiddingRecQuantity: 1,
  countries: ['MY', 'VN'],
});

const wrongOf = (changes: readonly ItemChange[]) =>
  [...(refusalOf(judgeChanges([hydro, solar], changes, quantities(100)))?.wrong ?? [])].map(([itemId, fields]) => [
    itemId,
    Object.keys(fields),
  ]);

test('lists items after changes: updated items keep their place, deleted ones are gone, added ones come last', () => {
  const after = itemsAfter([hydro, solar], [added('wind', { recFuelType: 'Wind' }), deleted('hydro')]);
  expect(after.map(({ itemId }) => itemId)).toEqual(['solar', 'wind']);
  expect(itemsAfter([hydro], [changed('hydro', { recQuantity: 7 })])[0]?.item.recQuantity).toBe(7);
});

test('an item keeps its country, also if the platform no longer offers it; others cannot have it', () => {
  const thai = { itemId: 'thai', item: anItem({ recCountry: 'TH' }) };
  const refusedOf = (changes: readonly ItemChange[]) => refusalOf(judgeChanges([thai], changes, quantities(100)));
  expect(refusedOf([changed('thai', { recCountry: 'TH', recQuantity: 500 })])).toBeUndefined();
  expect(refusedOf([added('new', { recCountry: 'TH', recFuelType: 'Wind' })])?.wrong.get('new')).toEqual({
    recCountry: { code: 'choice_unknown' },
  });
  expect(wrongOf([changed('hydro', { recCountry: 'TH' })])).toEqual([['hydro', ['recCountry']]]);
});

test('judges each change together with all the other changed items', () => {
  expect(wrongOf([added('twin', {})])).toEqual([['twin', ['recCountry']]]);
  expect(wrongOf([added('twin', {}), deleted('hydro')])).toEqual([]);
  expect(wrongOf([changed('hydro', { recFuelType: 'Solar' }), changed('solar', {})])).toEqual([]);
  expect(wrongOf([changed('hydro', { recQuantity: 99, maximumBidPrice: 2 })])).toEqual([
    ['hydro', ['recQuantity', 'maximumBidPrice']],
  ]);
});

test('limits the items of an auction; a full auction still accepts changes', () => {
  const many = Array.from({ length: ITEMS_MAX }, (_, at) => ({
    itemId: String(at),
    item: anItem({ vintageYear: 2000 + at }),
  }));
  const isTooMany = (...changes: ItemChange[]) =>
    refusalOf(judgeChanges(many, changes, quantities(1)))?.isTooMany ?? false;
  expect(isTooMany(added('one', { recFuelType: 'Wind' }))).toBe(true);
  expect(isTooMany(added('one', { recFuelType: 'Wind' }), deleted('0'))).toBe(false);
  expect(isTooMany(changed('0', { vintageYear: 2000 }))).toBe(false);
});

test.each<[string, ItemChange | undefined, ItemChange, ItemChange | undefined]>([
  ['creates a first request', undefined, deleted('hydro'), deleted('hydro')],
  [
    'corrects an added item of the request',
    added('x', {}),
    changed('x', { recQuantity: 5 }),
    added('x', { recQuantity: 5 }),
  ],
  ['withdraws an addition', added('x', {}), deleted('x'), undefined],
  [
    'replaces a deletion by a change',
    deleted('hydro'),
    changed('hydro', { recQuantity: 5 }),
    changed('hydro', { recQuantity: 5 }),
  ],
  ['drops an item without changes', changed('hydro', { recQuantity: 5 }), changed('hydro', {}), undefined],
])('%s', (_name, asked, wish, merged) => {
  expect(mergeChange(asked, wish, wish.itemId === 'hydro' ? hydro.item : undefined)).toEqual(merged);
});

test('lists the fields that differ', () => {
  expect(differingFields(anItem(), anItem({ recQuantity: 5, description: 'x' }))).toEqual([
    'recQuantity',
    'description',
  ]);
  expect(differingFields(null, anItem())).toHaveLength(15);
});

test('an open request expires at the start, an approved one does not', () => {
  const at = (nowMs: number) => ({ startsAtMs: 1_000, nowMs });
  expect(requestStatusAt('Pending', at(999))).toBe('Pending');
  expect([requestStatusAt('Pending', at(1_000)), requestStatusAt('Returned', at(1_000))]).toEqual(['Lapsed', 'Lapsed']);
  expect(requestStatusAt('Approved', at(1_000))).toBe('Approved');
});

test('a request is returned only with a message', () => {
  expect(judgeReturn(' ')).toEqual({ message: { code: 'field_required' } });
  expect(judgeReturn('x'.repeat(2_001)).message?.code).toBe('less_than_maximum_character');
  expect(judgeReturn('Quantities are too high')).toEqual({});
});
