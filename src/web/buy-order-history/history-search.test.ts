import { expect, test } from 'vitest';
import { historyQuery, historySearch, isHistoryFiltered } from '#web/buy-order-history/history-search.ts';

test('the URL leaves out invalid values', () => {
  const raw = {
    side: 'bought',
    kind: 'gift',
    vintage: 2024,
    from: '2026-99-01',
    to: '2026-01-31',
    sort: 'price-up',
    page: 2,
  };
  expect(historySearch(raw)).toEqual({ vintage: '2024', to: '2026-01-31', sort: 'price-up', page: 2 });
});

test('sorts by a column and a direction, the latest first by default', () => {
  expect(historyQuery({ limit: 10 })).toMatchObject({ order: 'date', direction: 'desc', currentPage: 1 });
  expect(historyQuery({ limit: 10, sort: 'price-up' })).toMatchObject({ order: 'price', direction: 'asc' });
  expect(historyQuery({ limit: 10, vintage: '2024' })).toMatchObject({ vintage: 2024 });
});

test('sorting is no filter, a date is one', () => {
  expect(isHistoryFiltered({ sort: 'price-up', page: 3, side: 'sold' })).toBe(false);
  expect(isHistoryFiltered({ from: '2026-01-31' })).toBe(true);
});
