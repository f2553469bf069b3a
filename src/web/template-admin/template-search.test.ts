import { expect, it } from 'vitest';
import { templateSearch, versionSearch } from '#web/template-admin/template-search.ts';

it('the address has the type beside search and page', () => {
  const search = { templateType: 'Privacy', search: 'data', page: 2, limit: 25 };
  expect(templateSearch(search)).toEqual(search);
});

it('leaves out an unknown type', () => {
  expect(templateSearch({ templateType: 'constructor', page: 1 })).toEqual({});
});

it.each([
  [{ versions: 'all' }, { versions: 'all' }],
  [{ versions: '3' }, { versions: 3 }],
  [{ versions: 0 }, {}],
  [{ versions: 1.5 }, {}],
  [{ versions: 'newest' }, {}],
  [{}, {}],
])('for %j the address keeps %j', (raw, kept) => {
  expect(versionSearch(raw)).toEqual(kept);
});
