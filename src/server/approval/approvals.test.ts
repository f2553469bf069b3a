import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { approveApproval, listApprovals, rejectApproval, withdrawApproval, type Approval } from '#contract/approval.ts';
import { listAuditLines } from '#contract/audit.ts';
import { getAuctionAsAdmin } from '#contract/auction/auction.ts';
import { annulAuction } from '#contract/bidding/conduct.ts';
import { blacklistAccount, getAccount, reinstateAccount } from '#contract/company/company.ts';
import { getWaiting } from '#contract/health.ts';
import { updateAdministrator } from '#contract/identity/administrator.ts';
import { listNotices } from '#contract/notice.ts';
import type { AdminRole } from '#domain/access/admin-role.ts';
import { insertAuction } from '#testing/builders/records.ts';
import { requireApprovals } from '#testing/builders/approval-builders.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

let w: World;
let owner: SignedIn;
let asker: SignedIn;
let approver: SignedIn;
const having = (...adminRoles: AdminRole[]) => w.signedIn({ role: 'Admin', adminRoles });
beforeAll(async () => {
  w = await world();
  [owner, asker, approver] = [
    await having('owner'),
    await having('registrar', 'auctioneer'),
    await having('registrar', 'auctioneer'),
  ];
  await requireApprovals(w.database.db, ['annul', 'release', 'blacklist']);
});
afterAll(() => w.end());

const at = (id: string) => ({ params: { id } });
const blacklist = (who: SignedIn, id: string, remarkContent = 'Unpaid twice') =>
  w.call(who, blacklistAccount, { ...at(id), body: { remarkContent } });
const statusOf = async (id: string) => (await w.call(owner, getAccount, at(id))).data.status;
const idIn = ({ params }: { readonly params?: Readonly<Record<string, unknown>> }): string => String(params?.['id']);

/** Requests to blacklist a new company. Returns the ids of the company and of the request. */
async function aRequest(who = asker) {
  const { accountId } = await w.signedIn();
  const answer = await blacklist(who, accountId);
  expect([answer.status, answer.code]).toEqual([409, 'approval_needed']);
  return { accountId, id: idIn(answer) };
}
const shown = async (who: SignedIn, id: string): Promise<Approval | undefined> =>
  (await w.call(who, listApprovals, { query: '?show=all&limit=100' })).data.items.find((one) => one.id === id);

test('an act waits until another administrator approves it; the audit trail and the list name both', async () => {
  const { accountId, id } = await aRequest();
  expect(await statusOf(accountId)).toBe('Active');
  expect(await shown(approver, id)).toMatchObject({
    act: 'blacklist',
    pageId: accountId,
    requestedBy: asker.username,
    sent: { remarkContent: 'Unpaid twice' },
    state: 'pending',
    isOwn: false,
    mayDecide: true,
  });
  const waiting = await w.call(approver, getWaiting);
  expect([waiting.code, waiting.data?.approvals]).toEqual(['Success', expect.any(Number)]);
  expect(waiting.data.approvals).toBeGreaterThan(0);
  const approved = await w.call(approver, approveApproval, at(id));
  expect(approved.data).toMatchObject({ state: 'approved', decidedBy: approver.username, mayDecide: false });
  expect(await statusOf(accountId)).toBe('Blacklisted');
  const lines = (await w.call(owner, listAuditLines, { query: `?search=${accountId}` })).data.items;
  expect(lines.map(({ act, username, approvedBy, outcome }) => [act, username, approvedBy, outcome])).toEqual([
    ['blacklistAccount', asker.username, approver.username, 'done'],
    ['blacklistAccount', asker.username, '', 'requested'],
  ]);
  const [decision] = (await w.call(owner, listAuditLines, { query: `?search=${id}` })).data.items;
  expect(decision).toMatchObject({ act: 'approveApproval', username: approver.username });
  expect((await w.call(approver, approveApproval, at(id))).code).toBe('approval_decided');
});

test('others who may approve get a notice and an email; the notice is read after the decision', async () => {
  const auditor = await having('auditor');
  const { id } = await aRequest();
  const noticesOf = async (who: SignedIn) =>
    (await w.call(who, listNotices)).data.items.filter(({ waiting }) => waiting?.id === id).map(({ isRead }) => isRead);
  expect(await Promise.all([approver, owner, asker, auditor].map(noticesOf))).toEqual([[false], [false], [], []]);
  const mails = await w.database.db
    .selectFrom('outbox')
    .select('recipient')
    .where('kind', '=', 'approval')
    .where('recipient', '=', `${approver.username}@example.test`)
    .execute();
  expect(mails.length).toBeGreaterThan(0);
  expect((await w.call(approver, rejectApproval, { ...at(id), body: { remark: ' ' } })).code).toBe('field_required');
  const rejected = await w.call(approver, rejectApproval, { ...at(id), body: { remark: 'They have paid' } });
  expect(rejected.data).toMatchObject({ state: 'rejected', remark: 'They have paid' });
  expect(await noticesOf(approver)).toEqual([true]);
});

test('a call that the act would refuse makes no request, and a repeated call gets the first one', async () => {
  const { accountId } = await w.signedIn();
  expect((await blacklist(asker, accountId, ' ')).code).toBe('field_required');
  expect((await blacklist(asker, randomUUID())).code).toBe('not_found');
  const first = await blacklist(asker, accountId);
  expect(idIn(await blacklist(asker, accountId))).toBe(idIn(first));
  const other = await blacklist(approver, accountId, 'Another reason');
  expect([other.code, other.params]).toEqual(['approval_pending', { id: idIn(first), person: asker.username }]);
  expect((await w.call(approver, withdrawApproval, at(idIn(first)))).code).toBe('approval_not_own');
  expect((await w.call(asker, withdrawApproval, at(idIn(first)))).data.state).toBe('withdrawn');
  expect((await blacklist(approver, accountId)).code).toBe('approval_needed');
});

test('reinstating needs no approval', async () => {
  const { accountId, id } = await aRequest();
  await w.call(approver, approveApproval, at(id));
  const body = { remarkContent: 'Paid' };
  expect((await w.call(asker, reinstateAccount, { ...at(accountId), body })).code).toBe('Success');
});

test('an act that is not possible any more ends its request with the reason', async () => {
  const { accountId, id } = await aRequest();
  await requireApprovals(w.database.db, []);
  expect((await blacklist(owner, accountId)).code).toBe('Success');
  await requireApprovals(w.database.db, ['annul', 'release', 'blacklist']);
  const answer = await w.call(approver, approveApproval, at(id));
  expect(answer.data).toMatchObject({ state: 'failed', refusal: 'account_changed', decidedBy: approver.username });
  expect((await w.call(approver, approveApproval, at(id))).code).toBe('approval_decided');
});

test('a waiting request can still be approved after the setting was turned off', async () => {
  const { accountId, id } = await aRequest();
  await requireApprovals(w.database.db, []);
  expect((await w.call(approver, approveApproval, at(id))).data.state).toBe('approved');
  expect(await statusOf(accountId)).toBe('Blacklisted');
  await requireApprovals(w.database.db, ['annul', 'release', 'blacklist']);
});

test('the room annuls an approved auction once, and names both people', async () => {
  const { accountId: ownerAccountId } = await w.signedIn();
  const { auctionId } = await insertAuction(w.database.db, { ownerAccountId, createdBy: owner.userId });
  const call = { ...at(auctionId), body: { reason: 'wrong meter' }, key: randomUUID() };
  expect((await w.call(asker, annulAuction, { ...call, body: { reason: '' } })).code).toBe('field_required');
  const answer = await w.call(asker, annulAuction, call);
  expect(answer.code).toBe('approval_needed');
  expect((await w.call(owner, getAuctionAsAdmin, at(auctionId))).data.annulledAt).toBe(null);
  const approvals = await Promise.all([approver, owner].map((who) => w.call(who, approveApproval, at(idIn(answer)))));
  expect(approvals.filter(({ data }) => data?.state === 'approved').length).toBeGreaterThan(0);
  expect((await w.call(owner, getAuctionAsAdmin, at(auctionId))).data.annulledAt).not.toBe(null);
  const lines = (await w.call(owner, listAuditLines, { query: `?search=${auctionId}` })).data.items;
  const done = lines.filter(({ act, outcome }) => act === 'annulAuction' && outcome === 'done');
  expect(done).toHaveLength(1);
  expect(done[0]?.username).toBe(asker.username);
  expect([approver.username, owner.username]).toContain(done[0]?.approvedBy);
  expect(idIn(await w.call(asker, annulAuction, call))).not.toBe('');
});

test('a request ends if its requester has lost the role', async () => {
  const leaving = await having('registrar');
  const { accountId, id } = await aRequest(leaving);
  await w.call(owner, updateAdministrator, { ...at(leaving.userId), body: { roles: ['auditor'] } });
  expect((await w.call(approver, approveApproval, at(id))).data).toMatchObject({
    state: 'failed',
    refusal: 'admin_role_missing',
  });
  expect(await statusOf(accountId)).toBe('Active');
});
