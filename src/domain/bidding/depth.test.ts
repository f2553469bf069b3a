import fc from 'fast-check';
import { expect, test } from 'vitest';
import { depthOf } from '#domain/bidding/depth.ts';
import { aBid } from '#testing/builders/builders.ts';

/**
 * Each bid is price × quantity; `gone` marks a deleted bid. Each expected level is a price, its quantity, and the
 * cumulative quantity.
 */
const CASES: { name: string; bids: [priceCents: number, quantity: number, gone?: 'gone'][]; forward: number[][] }[] = [
  { name: 'no bids', bids: [], forward: [] },
  {
    name: 'quantities at one price are summed, best price first',
    bids: [
      [1_100, 50],
      [1_200, 60],
      [1_100, 40],
    ],
    forward: [
      [1_200, 60, 60],
      [1_100, 90, 150],
    ],
  },
  {
    name: 'a deleted bid removes its quantity, and its price if no other bid has it',
    bids: [
      [1_200, 60],
      [1_100, 50, 'gone'],
      [1_200, 5, 'gone'],
    ],
    forward: [[1_200, 60, 60]],
  },
];

const bidsOf = (given: (typeof CASES)[number]['bids']) =>
  given.map(([priceCents, quantity, gone]) => aBid({ priceCents, quantity, isDeleted: gone === 'gone' }));

test.each(CASES)('$name', ({ bids, forward }) => {
  const levels = depthOf(bidsOf(bids), 'Forward');
  expect(levels.map(({ priceCents, quantity, cumulative }) => [priceCents, quantity, cumulative])).toEqual(forward);
});

test('a reverse auction begins with the lowest price', () => {
  const bids = bidsOf([
    [1_200, 60],
    [1_100, 50],
  ]);
  expect(depthOf(bids, 'Reverse')).toEqual([
    { priceCents: 1_100, quantity: 50, cumulative: 50 },
    { priceCents: 1_200, quantity: 60, cumulative: 110 },
  ]);
});

test('lists every price once, and loses nothing in the sums', () => {
  const bid = fc.record({
    priceCents: fc.integer({ min: 1, max: 8 }),
    quantity: fc.integer({ min: 1, max: 100 }),
    isDeleted: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(bid), (given) => {
      const levels = depthOf(given.map(aBid), 'Forward');
      const standing = given.filter(({ isDeleted }) => !isDeleted);
      expect(levels.map(({ priceCents }) => priceCents)).toEqual(
        [...new Set(standing.map(({ priceCents }) => priceCents))].toSorted((a, b) => b - a),
      );
      const total = standing.reduce((sum, { quantity }) => sum + quantity, 0);
      expect(levels.at(-1)?.cumulative ?? 0).toBe(total);
      expect(levels.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(total);
    }),
  );
});
