import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareVintages, VINTAGE_PERIODS, type Vintage } from '#domain/basics/vintage.ts';
import { isSameSplit, priceBuyOrder, splitBuyOrder, type SplitItem } from '#domain/marketplace/split-buy-order.ts';

const item = (sellOrderItemId: string, recVintage: Vintage, remainingQuantity: number, position = 1): SplitItem => ({
  sellOrderItemId,
  position,
  recVintage,
  remainingQuantity,
});

describe('a buy order is filled', () => {
  test('from the oldest vintage first, whatever the order of the items', () => {
    const items = [
      item('new', { year: 2025, period: 'FirstQuarter' }, 100),
      item('full', { year: 2024, period: 'FullYear' }, 50),
      item('early', { year: 2024, period: 'FirstHalf' }, 30),
    ];
    expect(splitBuyOrder(items, 100)).toEqual([
      { sellOrderItemId: 'early', quantity: 30 },
      { sellOrderItemId: 'full', quantity: 50 },
      { sellOrderItemId: 'new', quantity: 20 },
    ]);
  });

  test('in item order within one vintage, skipping sold-out items', () => {
    const vintage = { year: 2024, period: 'FullYear' } as const;
    const items = [item('third', vintage, 9, 3), item('first', vintage, 0, 1), item('second', vintage, 4, 2)];
    expect(splitBuyOrder(items, 6)).toEqual([
      { sellOrderItemId: 'second', quantity: 4 },
      { sellOrderItemId: 'third', quantity: 2 },
    ]);
  });
});

const vintages = fc.record({ year: fc.integer({ min: 2020, max: 2024 }), period: fc.constantFrom(...VINTAGE_PERIODS) });
const offers = fc
  .array(fc.record({ recVintage: vintages, remainingQuantity: fc.integer({ min: 0, max: 1_000 }) }), { maxLength: 12 })
  .map((list) => list.map((one, at) => ({ ...one, sellOrderItemId: `i${at}`, position: at })));

describe('for any offer and request', () => {
  test('the parts add up to the quantity or to all that remains, and no part exceeds its item', () => {
    fc.assert(
      fc.property(offers, fc.integer({ min: 1, max: 12_000 }), (items, quantity) => {
        const parts = splitBuyOrder(items, quantity);
        const left = new Map(items.map((one) => [one.sellOrderItemId, one.remainingQuantity]));
        const remaining = items.reduce((sum, one) => sum + one.remainingQuantity, 0);
        expect(parts.reduce((sum, part) => sum + part.quantity, 0)).toBe(Math.min(quantity, remaining));
        expect(
          parts.every((part) => part.quantity >= 1 && part.quantity <= (left.get(part.sellOrderItemId) ?? 0)),
        ).toBe(true);
        expect(new Set(parts.map((part) => part.sellOrderItemId)).size).toBe(parts.length);
      }),
    );
  });

  test('takes nothing newer while something older is left', () => {
    fc.assert(
      fc.property(offers, fc.integer({ min: 1, max: 12_000 }), (items, quantity) => {
        const taken = new Map(splitBuyOrder(items, quantity).map((part) => [part.sellOrderItemId, part.quantity]));
        const isLeft = items.filter((one) => one.remainingQuantity > (taken.get(one.sellOrderItemId) ?? 0));
        for (const one of items.filter(({ sellOrderItemId }) => taken.has(sellOrderItemId)))
          expect(isLeft.every((other) => compareVintages(other.recVintage, one.recVintage) >= 0)).toBe(true);
      }),
    );
  });

  test('two half orders in a row take the same as one full order', () => {
    fc.assert(
      fc.property(
        offers,
        fc.integer({ min: 1, max: 3_000 }),
        fc.integer({ min: 1, max: 3_000 }),
        (items, one, other) => {
          const sum = new Map<string, number>();
          const take = (from: readonly SplitItem[], quantity: number): SplitItem[] => {
            const parts = new Map(splitBuyOrder(from, quantity).map((part) => [part.sellOrderItemId, part.quantity]));
            for (const [id, part] of parts) sum.set(id, (sum.get(id) ?? 0) + part);
            return from.map((each) => ({
              ...each,
              remainingQuantity: each.remainingQuantity - (parts.get(each.sellOrderItemId) ?? 0),
            }));
          };
          take(take(items, one), other);
          const whole = splitBuyOrder(items, one + other).map((part) => [part.sellOrderItemId, part.quantity] as const);
          expect(sum).toEqual(new Map(whole));
        },
      ),
    );
  });
});

test('vintages sort from older to newer, and only equal ones tie', () => {
  fc.assert(
    fc.property(vintages, vintages, (one, other) => {
      expect(Math.sign(compareVintages(one, other))).toBe(-Math.sign(compareVintages(other, one)) + 0);
      expect(compareVintages(one, other) === 0).toBe(one.year === other.year && one.period === other.period);
    }),
  );
});

test('fees are rounded half up once per order, and no amount is too large', () => {
  const fees = { buyerFeeHundredths: 150, sellerFeeHundredths: 100 };
  expect(priceBuyOrder(333, 1, fees)).toMatchObject({
    amountCents: 333n,
    buyerFeeCents: 5n,
    sellerFeeCents: 3n,
    totalCents: 338n,
    proceedsCents: 330n,
  });
  expect(priceBuyOrder(999_999_999, 100_000_000, fees).totalCents).toBe(101_499_999_898_500_000n);
});

test('two splits are equal only with the same parts in the same order', () => {
  const parts = [
    { sellOrderItemId: 'a', quantity: 1 },
    { sellOrderItemId: 'b', quantity: 2 },
  ];
  expect(isSameSplit(parts, structuredClone(parts))).toBe(true);
  expect(isSameSplit(parts, parts.toReversed())).toBe(false);
  expect(isSameSplit(parts, parts.slice(1))).toBe(false);
});
