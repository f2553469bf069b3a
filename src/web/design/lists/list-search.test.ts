import { expect, it } from 'vitest';
import { listSearch } from '#web/design/lists/list-search.ts';

it.each([
  [{}, {}],
  [
    { page: '3', limit: '25', search: 'hydro' },
    { page: 3, limit: 25, search: 'hydro' },
  ],
  [{ page: 1 }, {}],
  [{ page: 'abc', limit: '7', search: '  ' }, {}],
  [{ page: -2, limit: 1e9 }, {}],
  // The router parses digits in a URL as a number.
  [{ search: 2024 }, { search: '2024' }],
])('%o in the URL means %o', (raw, search) => {
  expect(listSearch(raw)).toEqual(search);
});
