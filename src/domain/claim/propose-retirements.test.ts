import fc from 'fast-check';
import { expect, test } from 'vitest';
import { VINTAGE_PERIODS } from '#domain/basics/vintage.ts';
import type { Consumption } from '#domain/claim/consumption.ts';
import { linesOfProposal, proposeRetirements, type OfferedHolding } from '#domain/claim/propose-retirements.ts';

const aHolding = (id: string, more: Partial<OfferedHolding> = {}): OfferedHolding => ({
  id,
  country: 'MY',
  vintage: { year: 2025, period: 'FullYear' },
  balance: 100,
  commissionedOn: null,
  repoweredOn: null,
  ...more,
});
const usage = (month: string, megawattHours: string, more: Partial<Consumption> = {}): Consumption => ({
  site: 'Perai',
  country: 'MY',
  location: 'Perai',
  month,
  megawattHours,
  ...more,
});

test('one retirement for each site and year, from the first to the last month, rounded up once', () => {
  const proposed = proposeRetirements(
    [
      usage('2025-01', '10.4'),
      usage('2025-03', '10.4'),
      usage('2025-02', '3', { site: 'Kulim' }),
      usage('2024-12', '1'),
    ],
    [aHolding('a')],
  );
  expect(proposed.map(({ site, period, needed }) => [site, period.from, period.to, needed])).toEqual([
    ['Kulim', '2025-02-01', '2025-02-28', 3],
    ['Perai', '2024-12-01', '2024-12-31', 1],
    ['Perai', '2025-01-01', '2025-03-31', 21],
  ]);
  // 10.4 needs 11 RECs; both months together need 21, so the second month needs 10.
  expect(proposed[2]?.matches.map(({ month, quantity }) => [month, quantity])).toEqual([
    ['2025-01', 11],
    ['2025-03', 10],
  ]);
});

test('takes only RECs of the market, and says what is not covered', () => {
  const [proposed] = proposeRetirements(
    [usage('2025-01', '70')],
    [aHolding('vn', { country: 'VN' }), aHolding('my', { balance: 50 })],
  );
  expect(proposed?.matches).toEqual([{ month: '2025-01', holdingId: 'my', quantity: 50, distance: 0 }]);
  expect(proposed?.uncovered).toEqual([{ month: '2025-01', quantity: 20 }]);
});

test('leaves RECs of the year to the sites that need them, and takes near vintages only then', () => {
  const proposed = proposeRetirements(
    [usage('2025-01', '60'), usage('2025-06', '60', { site: 'Kulim' })],
    [
      aHolding('year', { balance: 80 }),
      aHolding('before', { vintage: { year: 2024, period: 'FourthQuarter' } }),
      aHolding('long ago', { vintage: { year: 2023, period: 'FullYear' } }),
    ],
  );
  const matches = proposed.flatMap(({ site, matches: found }) =>
    found.map(({ holdingId, quantity, distance }) => [site, holdingId, quantity, distance]),
  );
  expect(matches).toEqual([
    ['Kulim', 'year', 20, 0],
    ['Kulim', 'before', 40, 6],
    ['Perai', 'year', 60, 0],
  ]);
});

test('prefers young devices to unknown and old ones, then short vintages', () => {
  const holdings = [
    aHolding('old', { commissionedOn: '1994-01-01', balance: 1 }),
    aHolding('unknown', { commissionedOn: '1900-01-01', balance: 1 }),
    aHolding('young', { commissionedOn: '2015-01-01', balance: 1 }),
    aHolding('young quarter', {
      commissionedOn: '2015-01-01',
      balance: 1,
      vintage: { year: 2025, period: 'FirstQuarter' },
    }),
  ];
  const [proposed] = proposeRetirements([usage('2025-02', '4')], holdings);
  expect(proposed?.matches.map(({ holdingId }) => holdingId)).toEqual(['young quarter', 'young', 'unknown', 'old']);
});

const consumption = fc.array(
  fc.record({
    site: fc.constantFrom('A', 'B', 'C'),
    country: fc.constantFrom('MY', 'VN'),
    location: fc.constant('x'),
    month: fc.integer({ min: 1, max: 12 }).map((month) => `2025-${String(month).padStart(2, '0')}`),
    megawattHours: fc.integer({ min: 1, max: 90_000_000 }).map((millionths) => (millionths / 1_000_000).toFixed(6)),
  }),
  { minLength: 1, maxLength: 30 },
);
const holdings = fc.uniqueArray(
  fc.record({
    id: fc.stringMatching(/^[a-f]{2}$/),
    country: fc.constantFrom('MY', 'VN', 'CN'),
    vintage: fc.record({ year: fc.integer({ min: 2024, max: 2026 }), period: fc.constantFrom(...VINTAGE_PERIODS) }),
    balance: fc.integer({ min: 1, max: 200 }),
    commissionedOn: fc.constantFrom(null, '1994-01-01', '2015-01-01'),
    repoweredOn: fc.constant(null),
  }),
  { selector: ({ id }) => id, maxLength: 12 },
);

test('never takes more than is held or needed, accounts for every REC, and does not depend on the order', () => {
  fc.assert(
    fc.property(consumption, holdings, (used, held) => {
      const proposed = proposeRetirements(used, held);
      const taken = new Map<string, number>();
      for (const { country, needed, matches, uncovered, ...one } of proposed) {
        for (const { holdingId, quantity, distance } of matches) {
          expect(quantity).toBeGreaterThan(0);
          expect(distance).toBeGreaterThanOrEqual(-3);
          expect(distance).toBeLessThanOrEqual(6);
          expect(held.find(({ id }) => id === holdingId)?.country).toBe(country);
          taken.set(holdingId, (taken.get(holdingId) ?? 0) + quantity);
        }
        const sum = (of: readonly { readonly quantity: number }[]) =>
          of.reduce((all, { quantity }) => all + quantity, 0);
        expect(sum(matches) + sum(uncovered)).toBe(needed);
        expect(sum(linesOfProposal({ matches }))).toBe(sum(matches));
        expect(one.period.from < one.period.to).toBe(true);
      }
      for (const { id, balance } of held) expect(taken.get(id) ?? 0).toBeLessThanOrEqual(balance);
      expect(proposeRetirements(used.toReversed(), held.toReversed())).toEqual(proposed);
    }),
  );
});
