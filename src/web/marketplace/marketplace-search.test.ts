import { expect, it } from 'vitest';
import { filterCount, filterOf, marketplaceSearch } from '#web/marketplace/marketplace-search.ts';

it('the URL keeps valid values and drops the rest', () => {
  const raw = {
    country: 'MY',
    fuel: 'Coal',
    vintageYear: '2024',
    minimumPrice: '1.5',
    maximumPrice: '-3',
    sort: 'newest',
  };
  const search = marketplaceSearch({ ...raw, quantity: 1.5, tab: 'nothing', status: 'published', page: 2 });
  expect(search).toEqual({ page: 2, country: 'MY', vintageYear: 2024, minimumPrice: 1.5, status: 'published' });
  expect(filterOf(search)).toEqual({ country: 'MY', vintageYear: 2024, minimumPrice: 1.5 });
  expect(filterCount(search)).toBe(3);
});

it('buy orders have their own tab', () => {
  expect(marketplaceSearch({ tab: 'buy-orders', buyStatus: 'Pending', sort: 'priceUp' })).toEqual({
    tab: 'buy-orders',
    buyStatus: 'Pending',
    sort: 'priceUp',
  });
});
