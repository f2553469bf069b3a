import { expect, test } from 'vitest';
import { holdingSearch } from '#web/holding/holding-search.ts';

test('the address leaves out anything that is not a filter', () => {
  expect(
    holdingSearch({ country: 'MY', fuelType: 'Solar', vintageYear: '2024', show: 'all', sort: 'balance' }),
  ).toEqual({
    country: 'MY',
    fuelType: 'Solar',
    vintageYear: 2024,
    show: 'all',
    sort: 'balance',
  });
  expect(
    holdingSearch({ country: 'Malaysia', fuelType: 7, vintageYear: 'x', show: 'none', account: "' or 1" }),
  ).toEqual({});
});
