import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { listAuctionsAsAdmin } from '#contract/auction/auction.ts';
import { makeOperatorKey } from '#contract/company/api-key.ts';
import { blacklistAccount, endSessions } from '#contract/company/company.ts';
import {
  inviteAdministrator,
  inviteAdministratorAgain,
  listAdministrators,
  removeAdministrator,
  resetSecondFactor,
  updateAdministrator,
} from '#contract/identity/administrator.ts';
import { getProfile } from '#contract/identity/identity.ts';
import type { AdminRole } from '#domain/access/admin-role.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

let w: World;
let owner: SignedIn;

beforeAll(async () => void (w = await world()));
afterAll(() => w.end());
beforeEach(async () => {
  await sql`update app_user set auction_user_role = 'User', admin_roles = null where admin_roles is not null`.execute(
    w.database.db,
  );
  owner = await w.signedIn({ role: 'Admin' });
});

const having = (...adminRoles: AdminRole[]) => w.signedIn({ role: 'Admin', adminRoles });
const at = ({ userId: id }: SignedIn) => ({ params: { id } });

test('an owner invites an administrator by a link that works once; the name and the address must be free', async () => {
  const body = { username: 'fay-finance', email: 'fay@example.test', roles: ['finance' as const] };
  const invited = (await w.call(owner, inviteAdministrator, { body })).data;
  expect(invited.find(({ username }) => username === 'fay-finance')).toMatchObject({
    email: 'fay@example.test',
    roles: ['finance'],
    signedInAt: null,
    invitedUntil: expect.any(String) as string,
  });
  const mails = w.database.db.selectFrom('outbox').select(['is_sealed', 'body']);
  const [mail] = await mails.where('recipient', '=', 'fay@example.test').execute();
  expect(mail?.is_sealed).toBe(true);
  expect(mail?.body).not.toContain('/set-password');
  const again = await w.call(owner, inviteAdministrator, { body });
  expect(again.fields).toMatchObject({ username: { code: 'username_taken' }, email: { code: 'email_taken' } });
  const wrong = { ...body, username: '1', email: 'nowhere', roles: [] as AdminRole[] };
  expect((await w.call(owner, inviteAdministrator, { body: wrong })).fields).toHaveProperty('roles');
  const fay = { userId: invited.find(({ username }) => username === 'fay-finance')?.id ?? '' } as SignedIn;
  const tickets = () => w.database.db.selectFrom('identity_ticket').select('token_hash').execute();
  const [before] = await tickets();
  expect((await w.call(owner, inviteAdministratorAgain, at(fay))).code).toBe('Success');
  const after = await tickets();
  expect(after).toHaveLength(1);
  expect(after[0]?.token_hash).not.toBe(before?.token_hash);
});

test('a change of roles applies from the next request, also to the keys of the person', async () => {
  const [second, company] = [await having('owner'), await w.signedIn()];
  const scopes = ['companies:write' as const, 'auctions:read' as const];
  const key = (await w.call(second, makeOperatorKey, { body: { name: 'Sync', scopes, days: 30 } })).data.key;
  const byKey = { ...second, token: key };
  const blacklist = { params: { id: company.accountId }, body: { remarkContent: 'x' } };
  const roles = async (...next: AdminRole[]) =>
    (await w.call(owner, updateAdministrator, { ...at(second), body: { roles: next } })).code;
  expect(await roles('auctioneer')).toBe('Success');
  expect((await w.call(second, getProfile)).data.adminRoles).toEqual(['auctioneer']);
  for (const who of [second, byKey])
    expect((await w.call(who, blacklistAccount, blacklist)).code).toBe('admin_role_missing');
  expect((await w.call(byKey, listAuctionsAsAdmin)).code).toBe('Success');
  expect(await roles('registrar', 'finance')).toBe('Success');
  expect((await w.call(byKey, blacklistAccount, blacklist)).code).toBe('Success');
});

test('only owners manage administrators; the others see them, and cannot sign an administrator out', async () => {
  const registrar = await having('registrar');
  expect((await w.call(registrar, listAdministrators)).data).toHaveLength(2);
  const body = { roles: ['owner' as const] };
  expect((await w.call(registrar, updateAdministrator, { ...at(registrar), body })).code).toBe('admin_role_missing');
  expect((await w.call(registrar, endSessions, at(owner))).code).toBe('admin_role_missing');
  const user = await w.signedIn();
  expect((await w.call(registrar, endSessions, at(user))).code).toBe('Success');
  expect((await w.call(user, listAdministrators)).status).toBe(401);
  expect((await w.call(owner, removeAdministrator, at(user))).code).toBe('not_found');
});

test('the last owner stays, also if two owners remove each other at the same time', async () => {
  const change = { ...at(owner), body: { roles: ['auditor' as const] } };
  expect((await w.call(owner, updateAdministrator, change)).code).toBe('last_administrator');
  expect((await w.call(owner, removeAdministrator, at(owner))).code).toBe('last_administrator');
  const second = await having('owner');
  const codes = await Promise.all([
    w.call(owner, removeAdministrator, at(second)),
    w.call(second, removeAdministrator, at(owner)),
  ]);
  expect(codes.filter(({ code }) => code === 'Success')).toHaveLength(1);
  const { rows } = await sql`select from app_user where 'owner' = any(admin_roles)`.execute(w.database.db);
  expect(rows).toHaveLength(1);
});

test('a removed administrator is signed out and stays a user; a reset forgets the phone', async () => {
  const [fired, lost] = [await having('finance'), await having('auditor')];
  await w.database.db
    .updateTable('app_user')
    .set({ phone_code: '60', phone_number: '1', phone_proven_at: new Date() })
    .where('id', '=', lost.userId)
    .execute();
  expect((await w.call(owner, removeAdministrator, at(fired))).data.map(({ id }) => id)).not.toContain(fired.userId);
  expect((await w.call(owner, resetSecondFactor, at(lost))).code).toBe('Success');
  for (const who of [fired, lost]) expect((await w.call(who, getProfile)).code).toBe('session_revoked');
  const row = w.database.db.selectFrom('app_user').select(['auction_user_role', 'phone_number']);
  expect(await row.where('id', '=', fired.userId).executeTakeFirst()).toMatchObject({ auction_user_role: 'User' });
  expect(await row.where('id', '=', lost.userId).executeTakeFirst()).toMatchObject({ phone_number: null });
});

test('a removed administrator can be invited again by name and address; nobody else is made an administrator this way', async () => {
  const [fired, trader] = [await having('finance'), await w.signedIn()];
  const members = w.database.db.deleteFrom('account_member').where('user_id', '=', fired.userId);
  await members.execute();
  await w.call(owner, removeAdministrator, at(fired));
  const mailOf = ({ username }: SignedIn) => `${username}@example.test`;
  const invite = async (username: string, email: string) => {
    const answer = await w.call(owner, inviteAdministrator, { body: { username, email, roles: ['auditor'] } });
    return answer.fields ? Object.keys(answer.fields) : answer.code;
  };
  expect(await invite(trader.username, mailOf(trader))).toEqual(['username', 'email']);
  expect(await invite(fired.username, mailOf(trader))).toEqual(['username', 'email']);
  expect(await invite(fired.username, 'new@example.test')).toEqual(['username']);
  const person = w.database.db.selectFrom('app_user').select(['auction_user_role', 'admin_roles', 'password_hash']);
  const before = await person.where('id', '=', fired.userId).executeTakeFirstOrThrow();
  expect(await invite(fired.username, mailOf(fired))).toBe('Success');
  const after = await person.where('id', '=', fired.userId).executeTakeFirstOrThrow();
  expect(after).toMatchObject({ auction_user_role: 'Admin', admin_roles: ['auditor'] });
  // Only the link of the invitation leads to the rights, not the password from before.
  expect(after.password_hash).not.toBe(before.password_hash);
});
