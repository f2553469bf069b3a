import { expect, test } from 'vitest';
import { historyQuery, historySearch, isHistoryFiltered } from '#web/buy-order-history/history-search.ts';

test('what isn’t valid is left out of the URL', () => {
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

test('an order is a column and a direction, the latest first where none is chosen', () => {
  expect(historyQuery({ limit: 10 })).toMatchObject({ order: 'date', direction: 'desc', currentPage: 1 });
  expect(historyQuery({ limit: 10, sort: 'price-up' })).toMatchObject({ order: 'price', direction: 'asc' });
  expect(historyQuery({ limit: 10, vintage: '2024' })).toMatchObject({ vintage: 2024 });
});

test('an order filters nothing, a date does', () => {
  expect(isHistoryFiltered({ sort: 'price-up', page: 3, side: 'sold' })).toBe(false);
  expect(isHistoryFiltered({ from: '2026-01-31' })).toBe(true);
});
