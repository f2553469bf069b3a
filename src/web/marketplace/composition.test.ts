import { expect, it } from 'vitest';
import { compositionOf } from '#web/marketplace/composition.ts';

const item = (recCountry: 'MY' | 'VN', recFuelType: 'Hydro' | 'Solar', year: number, totalQuantity: number) => ({
  recCountry,
  recFuelType,
  recVintage: { year, period: 'FullYear' as const },
  totalQuantity,
});
const ITEMS = [item('MY', 'Solar', 2025, 100), item('VN', 'Solar', 2024, 300), item('MY', 'Hydro', 2024, 50)];

const sharesBy = (kind: 'country' | 'fuel' | 'vintage') =>
  compositionOf(ITEMS, kind).map(({ key, quantity }) => [key, quantity]);

it('sums by country or fuel type, the largest first, and vintages by year', () => {
  expect(sharesBy('country')).toEqual([
    ['VN', 300],
    ['MY', 150],
  ]);
  expect(sharesBy('fuel')).toEqual([
    ['Solar', 400],
    ['Hydro', 50],
  ]);
  expect(sharesBy('vintage')).toEqual([
    ['2024', 350],
    ['2025', 100],
  ]);
  expect(compositionOf([], 'fuel')).toEqual([]);
});
