import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { approveApproval, listApprovals, rejectApproval, withdrawApproval } from '#contract/approval.ts';
import { makeOperatorKey } from '#contract/company/api-key.ts';
import { blacklistAccount, getAccount, listAccountChanges } from '#contract/company/company.ts';
import { updateAdministrator } from '#contract/identity/administrator.ts';
import { getPlatformSettings, updateApprovals } from '#contract/platform-setting/platform-setting.ts';
import type { AdminRole } from '#domain/access/admin-role.ts';
import { requireApprovals } from '#testing/builders/approval-builders.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

/** Ways around the second administrator. Each must fail. */
let w: World;
let owner: SignedIn;
let asker: SignedIn;
let approver: SignedIn;
const having = (...adminRoles: AdminRole[]) => w.signedIn({ role: 'Admin', adminRoles });
beforeAll(async () => {
  w = await world();
  [owner, asker, approver] = [await having('owner'), await having('registrar'), await having('registrar')];
});
afterAll(() => w.end());

const at = (id: string) => ({ params: { id } });
const body = { remarkContent: 'Unpaid' };
const statusOf = async (id: string) => (await w.call(owner, getAccount, at(id))).data.status;
const approve = (who: SignedIn, id: string) => w.call(who, approveApproval, at(id));

async function aRequest(who = asker) {
  await requireApprovals(w.database.db, ['blacklist']);
  const { accountId } = await w.signedIn();
  const answer = await w.call(who, blacklistAccount, { ...at(accountId), body });
  expect(answer.code).toBe('approval_needed');
  return { accountId, id: String(answer.params?.['id']) };
}
async function keyOf(who: SignedIn): Promise<SignedIn> {
  const scopes = ['companies:write' as const, 'audit:read' as const];
  const { data } = await w.call(who, makeOperatorKey, { body: { name: 'Sync', scopes, days: 30 } });
  return { ...who, token: data.key };
}

test('only owners change the setting, and an act without two administrators stays without approval', async () => {
  const { version } = (await w.call(owner, getPlatformSettings)).data.approvals;
  const all = { annul: true, release: true, blacklist: true, version };
  expect((await w.call(approver, updateApprovals, { body: all })).code).toBe('admin_role_missing');
  const refused = await w.call(owner, updateApprovals, { body: all });
  expect([refused.code, Object.keys(refused.fields ?? {})]).toEqual(['approval_needs_two', ['annul', 'release']]);
  const saved = await w.call(owner, updateApprovals, { body: { ...all, annul: false, release: false } });
  expect(saved.data).toMatchObject({ annul: false, release: false, blacklist: true });
});

test('nobody approves an own request: not on a screen, not after more roles, not the request of an own key', async () => {
  const { accountId, id } = await aRequest();
  expect((await approve(asker, id)).code).toBe('approval_own');
  await w.call(owner, updateAdministrator, { ...at(asker.userId), body: { roles: ['owner'] } });
  expect((await approve(asker, id)).code).toBe('approval_own');
  const byKey = await keyOf(asker);
  const other = await aRequest(byKey);
  expect((await approve(asker, other.id)).code).toBe('approval_own');
  expect((await w.call(asker, rejectApproval, { ...at(other.id), body: { remark: 'x' } })).code).toBe('approval_own');
  expect([await statusOf(accountId), await statusOf(other.accountId)]).toEqual(['Active', 'Active']);
  const { data } = await approve(approver, other.id);
  expect(data).toMatchObject({ state: 'approved', apiKey: 'Sync', requestedBy: asker.username });
  await w.call(owner, updateAdministrator, { ...at(asker.userId), body: { roles: ['registrar'] } });
});

test('a key approves, rejects and withdraws nothing, also with every scope', async () => {
  const { accountId, id } = await aRequest();
  const key = await keyOf(owner);
  expect((await approve(key, id)).code).toBe('not_for_api_keys');
  expect((await w.call(key, rejectApproval, { ...at(id), body: { remark: 'x' } })).code).toBe('not_for_api_keys');
  expect((await w.call(key, withdrawApproval, at(id))).code).toBe('not_for_api_keys');
  expect((await w.call(key, listApprovals)).code).toBe('Success');
  expect(await statusOf(accountId)).toBe('Active');
});

test('roles that do not cover the act approve nothing; a role that was taken away ends it at once', async () => {
  const { accountId, id } = await aRequest();
  for (const role of ['auctioneer', 'marketplace', 'finance', 'auditor'] as const) {
    const other = await having(role);
    expect([role, (await approve(other, id)).code]).toEqual([role, 'admin_role_missing']);
  }
  const demoted = await having('registrar');
  await w.call(owner, updateAdministrator, { ...at(demoted.userId), body: { roles: ['auditor'] } });
  expect((await approve(demoted, id)).code).toBe('admin_role_missing');
  const user = await w.signedIn();
  expect((await approve(user, id)).code).toBe('forbidden_access');
  expect(await statusOf(accountId)).toBe('Active');
});

test('of two approvals at the same time one acts, and a repeated approval does nothing', async () => {
  const { accountId, id } = await aRequest();
  const codes = (await Promise.all([approve(approver, id), approve(owner, id)])).map(({ code }) => code);
  expect(codes.toSorted()).toEqual(['Success', 'approval_decided']);
  expect((await approve(approver, id)).code).toBe('approval_decided');
  const { items } = (await w.call(owner, listAccountChanges, at(accountId))).data;
  expect(items.map(({ kind, username }) => [kind, username])).toEqual([['blacklisted', asker.username]]);
});

test('an expired request cannot be approved, and the act can be requested again', async () => {
  const { accountId, id } = await aRequest();
  await sql`update approval_request set expires_at = clock_timestamp() where id = ${id}`.execute(w.database.db);
  expect((await approve(approver, id)).code).toBe('approval_expired');
  const again = await w.call(asker, blacklistAccount, { ...at(accountId), body });
  expect([again.code, again.params?.['id'] === id]).toEqual(['approval_needed', false]);
  expect((await approve(approver, id)).code).toBe('approval_expired');
  expect(await statusOf(accountId)).toBe('Active');
});

test('a rejected or withdrawn request cannot be approved', async () => {
  const [rejected, withdrawn] = [await aRequest(), await aRequest()];
  await w.call(approver, rejectApproval, { ...at(rejected.id), body: { remark: 'Paid' } });
  await w.call(asker, withdrawApproval, at(withdrawn.id));
  for (const { id } of [rejected, withdrawn]) expect((await approve(owner, id)).code).toBe('approval_decided');
});
