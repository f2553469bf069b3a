import { expect, test } from 'vitest';
import type { HoldingTotal } from '#contract/holding/holding.ts';
import { sharesBy, sumOf, yearsOf } from '#web/holding/sum-totals.ts';

const total = (recCountry: HoldingTotal['recCountry'], year: number, balance: number): HoldingTotal => ({
  recCountry,
  recFuelType: 'Solar',
  recVintage: { year, period: 'FullYear' },
  holdings: 1,
  balance,
  quantity: balance + 5,
  retired: 3,
  released: 2,
});

test('totals are summed, shown as shares with the largest first, and list the existing years', () => {
  const totals = [total('MY', 2023, 10), total('VN', 2024, 40), total('MY', 2024, 5), total('CN', 2022, 0)];
  expect(sumOf(totals)).toEqual({ balance: 55, quantity: 75, retired: 12, released: 8 });
  expect(sharesBy(totals, ({ recCountry }) => recCountry)).toEqual([
    { label: 'VN', balance: 40 },
    { label: 'MY', balance: 15 },
  ]);
  expect(yearsOf(totals)).toEqual([2024, 2023, 2022]);
});
