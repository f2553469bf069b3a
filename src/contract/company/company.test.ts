import { expect, test } from 'vitest';
import { listOwnAccounts } from '#contract/identity/identity.ts';

const company = await import('#contract/company/company.ts');

/**
 * Calls about accounts that the specification names (docs/rules.md#specified-calls). `ADDED` has the other calls about
 * accounts.
 */
const WRITTEN = [
  'GET /user/accounts',
  'GET /admin/accounts/{id}/max-bid-quantity',
  'PUT /admin/accounts/{id}/max-bid-quantity',
  'GET /user/accounts/profile/{id}',
  'PUT /user/accounts/profile/{id}',
  'GET /admin/accounts',
  'GET /admin/accounts/export',
  'GET /admin/accounts/{id}',
  'PUT /admin/accounts/{id}',
  'PUT /admin/accounts/{id}/blacklist',
  'PUT /admin/accounts/{id}/reinstate',
];
const ADDED = [
  'GET /admin/accounts/{id}/changes',
  'GET /user/accounts/{id}/members',
  'POST /user/accounts/{id}/invitations',
  'DELETE /user/accounts/{id}/invitations/{invitationId}',
  'PUT /user/accounts/{id}/members/{userId}',
  'DELETE /user/accounts/{id}/members/{userId}',
  'POST /user/invitations/find',
  'POST /user/invitations/accept',
  'DELETE /admin/users/{id}/sessions',
];

test('business accounts have the specified calls, and members have their own', () => {
  const routes = [listOwnAccounts, ...Object.values(company)];
  const named = routes.map(({ method, path }) => `${method} ${path}`);
  expect(named.toSorted()).toEqual([...WRITTEN, ...ADDED].toSorted());
});

test('the export of accounts has the specified columns', () => {
  expect(Object.keys(company.exportAccounts.query.shape)).toEqual(
    expect.arrayContaining(['businessType', 'country', 'search', 'currentPage', 'limit', 'status']),
  );
});
