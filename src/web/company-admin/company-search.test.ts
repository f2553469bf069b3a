import { expect, it } from 'vitest';
import { accountSearch, registrationSearch } from '#web/company-admin/company-search.ts';

it('keeps filters in the address unchanged', () => {
  const search = { businessType: 'Trader', country: 'VN', status: 'Blacklisted', search: 'solar', page: 2, limit: 25 };
  expect(accountSearch(search)).toEqual(search);
  expect(registrationSearch({ status: 'Approved', page: 3 })).toEqual({ status: 'Approved', page: 3 });
});

it('leaves out unknown filters and defaults', () => {
  expect(accountSearch({ businessType: '1 Bank', country: 'Singapore', status: 'constructor', page: 1 })).toEqual({});
  expect(registrationSearch({ status: 'All', limit: 7 })).toEqual({});
  expect(registrationSearch({ status: 'Returned' })).toEqual({});
});
