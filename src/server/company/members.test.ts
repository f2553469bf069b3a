import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from 'kysely';
import {
  acceptInvitation,
  blacklistAccount,
  findInvitation,
  getOwnAccount,
  inviteMember,
  listAccountChanges,
  listMembers,
  removeMember,
  revokeInvitation,
  updateMember,
} from '#contract/company/company.ts';
import { listOwnAccounts } from '#contract/identity/identity.ts';
import type { MemberRole } from '#domain/access/may.ts';
import { INVITATIONS_A_DAY_MAX } from '#domain/company/members.ts';
import { moveToAccount } from '#testing/builders/records.ts';
import { readMails } from '#testing/readers/read-outbox.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

let w: World;
let admin: SignedIn;
let owner: SignedIn;
let guest: SignedIn;

beforeAll(async () => {
  w = await world();
  admin = await w.signedIn({ role: 'Admin' });
});
afterAll(() => w.end());
beforeEach(async () => {
  [owner, guest] = await Promise.all([w.signedIn(), w.signedIn()]);
});

const at = (more: object = {}) => ({ params: { id: owner.accountId, ...more } });
const emailOf = ({ username }: SignedIn): string => `${username}@example.test`;

const invite = (email: string, role: MemberRole = 'trader', who = owner) =>
  w.call(who, inviteMember, { ...at(), body: { email, role } });

const mailsTo = async (recipient: string) =>
  w.database.db.selectFrom('outbox').selectAll().where('recipient', '=', recipient).orderBy('created_at').execute();

/** Returns the token in the link of the newest mail. */
async function tokenFor(email: string): Promise<string> {
  const [mail] = await readMails(w.database.db, email);
  return /^http:\/\/greenlot\.test\/invitation\?token=([\w-]{43})$/m.exec(mail?.body ?? '')?.[1] ?? '';
}

const accept = (who: SignedIn, token: string) => w.call(who, acceptInvitation, { body: { token } });

async function aMember(role: MemberRole): Promise<SignedIn> {
  const member = await w.signedIn();
  await moveToAccount(w.database.db, member, { accountId: owner.accountId, role });
  return member;
}

const membersSeen = async (who = owner) =>
  (await w.call(who, listMembers, at())).data.members.map(({ username, role }) => [username, role]);

test('an owner invites by email; the person with the link sees the company, accepts, and becomes a member', async () => {
  const invited = await invite(' Guest@Example.test ');
  expect(invited.data.invitations).toMatchObject([
    { email: 'Guest@Example.test', role: 'trader', invitedBy: owner.username },
  ]);
  const token = await tokenFor('Guest@Example.test');
  expect((await w.call(guest, findInvitation, { body: { token } })).data).toEqual({
    companyName: `Company of ${owner.username}`,
    email: 'Guest@Example.test',
    role: 'trader',
    invitedBy: owner.username,
    expiresAt: invited.data.invitations[0]?.expiresAt,
    isMember: false,
  });
  const joined = { accountId: owner.accountId, companyName: `Company of ${owner.username}`, role: 'trader' };
  expect((await accept(guest, token)).data).toEqual(joined);
  expect((await w.call(guest, listOwnAccounts)).data.map(({ id }) => id)).toContain(owner.accountId);
  expect(await membersSeen(guest)).toEqual([
    [owner.username, 'owner'],
    [guest.username, 'trader'],
  ]);
  expect((await w.call(owner, listMembers, at())).data.invitations).toEqual([]);
  const [told] = await mailsTo(emailOf(owner));
  expect(told?.body).toContain(`${guest.username} (${emailOf(guest)})`);
});

test('the email of an invitation greets once', async () => {
  await invite('greeted@example.test');
  const [mail] = await readMails(w.database.db, 'greeted@example.test');
  expect(mail?.body.split('\n\n').slice(0, 2)).toEqual(['Hello,', expect.stringContaining('has invited you')]);
});

test('stores the link as a hash, accepts it once, and again only from the same new member', async () => {
  await invite('once@example.test');
  const token = await tokenFor('once@example.test');
  const rows = JSON.stringify(await w.database.db.selectFrom('account_invitation').selectAll().execute());
  expect([token.length, rows.includes(token)]).toEqual([43, false]);
  expect((await accept(guest, token)).code).toBe('Success');
  expect((await accept(guest, token)).data.role).toBe('trader');
  const late = await w.signedIn();
  expect((await accept(late, token)).code).toBe('invitation_not_valid');
  const { items } = (await w.call(admin, listAccountChanges, at())).data;
  expect(items.map(({ kind, changes }) => [kind, changes])).toEqual([
    ['member_joined', [{ field: guest.username, before: '', after: 'trader' }]],
    ['member_invited', [{ field: 'once@example.test', before: '', after: 'trader' }]],
  ]);
});

test('unknown, revoked, replaced and expired links answer the same', async () => {
  const tokens = ['x'.repeat(43)];
  const { invitations } = (await invite('back@example.test')).data;
  tokens.push(await tokenFor('back@example.test'));
  const revoked = at({ invitationId: invitations[0]?.id ?? '' });
  expect((await w.call(owner, revokeInvitation, revoked)).data.invitations).toEqual([]);
  expect((await w.call(owner, revokeInvitation, revoked)).code).toBe('not_found');
  await invite('twice@example.test');
  tokens.push(await tokenFor('twice@example.test'));
  expect((await invite('Twice@example.test', 'viewer')).data.invitations).toMatchObject([{ role: 'viewer' }]);
  await invite('late@example.test');
  tokens.push(await tokenFor('late@example.test'));
  await sql`update account_invitation set expires_at = now() - interval '1 second' where email = 'late@example.test'`.execute(
    w.database.db,
  );
  const answers = await Promise.all(
    tokens.flatMap((token) => [accept(guest, token), w.call(guest, findInvitation, { body: { token } })]),
  );
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(answers.map(({ status, code }) => `${status} ${code}`)[0]).toBe('409 invitation_not_valid');
  // An expired invitation does not prevent a new one.
  expect((await invite('late@example.test')).code).toBe('Success');
});

test('judges addresses, invites no members, and limits the invitations of a day', async () => {
  expect((await invite('no address')).fields).toMatchObject({ email: { code: 'invalid_email_format' } });
  expect((await invite(emailOf(owner).toUpperCase())).fields).toMatchObject({ email: { code: 'member_exists' } });
  await sql`
    insert into account_invitation (id, account_id, email, role, token_hash, invited_by, expires_at, revoked_at)
    select gen_random_uuid(), ${owner.accountId}, 'x@example.test', 'viewer', md5(n::text || ${owner.accountId}),
           ${owner.userId}, now(), now()
    from generate_series(1, ${INVITATIONS_A_DAY_MAX}::int) n`.execute(w.database.db);
  expect((await invite('one.more@example.test')).code).toBe('too_many_requests');
  expect(await mailsTo('one.more@example.test')).toEqual([]);
});

test('an invitation of a company that was blacklisted in the meantime waits', async () => {
  await invite('waits@example.test');
  const token = await tokenFor('waits@example.test');
  await w.call(admin, blacklistAccount, { ...at(), body: { remarkContent: 'x' } });
  expect((await accept(guest, token)).code).toBe('account_blacklisted');
  expect((await w.call(owner, listMembers, at())).data.invitations).toHaveLength(1);
});

test('an owner changes roles and removes members; a removed one sees nothing from the next request on', async () => {
  const trader = await aMember('trader');
  const promoted = await w.call(owner, updateMember, { ...at({ userId: trader.userId }), body: { role: 'owner' } });
  expect(promoted.data.members.map(({ role }) => role)).toEqual(['owner', 'owner']);
  expect((await w.call(owner, removeMember, at({ userId: trader.userId }))).code).toBe('Success');
  expect((await w.call(trader, getOwnAccount, at())).code).toBe('not_found');
  expect((await w.call(trader, listMembers, at())).code).toBe('not_found');
  expect((await w.call(owner, removeMember, at({ userId: trader.userId }))).code).toBe('not_found');
  expect(await membersSeen()).toEqual([[owner.username, 'owner']]);
});

test('the last owner keeps the role, and cannot leave', async () => {
  await aMember('trader');
  const own = at({ userId: owner.userId });
  const answers = [
    await w.call(owner, updateMember, { ...own, body: { role: 'viewer' } }),
    await w.call(owner, removeMember, own),
  ];
  expect(answers.map(({ status, code }) => `${status} ${code}`)).toEqual(['409 last_owner', '409 last_owner']);
});

test('any other member may leave, also from a blacklisted company', async () => {
  const [viewer, trader] = [await aMember('viewer'), await aMember('trader')];
  expect((await w.call(viewer, removeMember, at({ userId: viewer.userId }))).code).toBe('Success');
  await w.call(admin, blacklistAccount, { ...at(), body: { remarkContent: 'x' } });
  expect((await w.call(owner, removeMember, at({ userId: trader.userId }))).code).toBe('account_blacklisted');
  expect((await w.call(trader, removeMember, at({ userId: trader.userId }))).code).toBe('Success');
  expect(await membersSeen()).toEqual([[owner.username, 'owner']]);
});
