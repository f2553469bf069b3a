import { expect, test } from 'vitest';
import { holdingSearch } from '#web/holding/holding-search.ts';

test('what isn’t a filter is left out of the address, whatever was typed into it', () => {
  expect(
    holdingSearch({ country: 'MY', fuelType: 'Solar', vintageYear: '2024', show: 'all', sort: 'balance' }),
  ).toEqual({
    country: 'MY',
    fuelType: 'Solar',
    vintageYear: 2024,
    show: 'all',
    sort: 'balance',
  });
  expect(holdingSearch({ country: 'XX', fuelType: 7, vintageYear: 'x', show: 'none', account: "' or 1" })).toEqual({});
});
