import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Config } from '#server/platform/config/config.ts';
import { createHttp, registerOperations } from '#server/platform/http/http.ts';
import { createAuthenticate } from '#server/identity/session/authenticate.ts';
import { identityOperations } from '#server/identity/own-account/account-operations.ts';
import { aDevice, aUser, givePassword, identityWorld, signIn, type World } from '#testing/world/identity-world.ts';

let world: World;
beforeAll(async () => void (world = await identityWorld()));
afterAll(() => world.close());

const get = async (url: string, accessToken = '') => {
  const reply = await world.app.inject({ url, headers: { authorization: `Bearer ${accessToken}` } });
  return { status: reply.statusCode, body: reply.json<{ code: string; data: unknown }>() };
};

it('the profile names the caller and its accounts, the same for both services', async () => {
  const { db } = world.database;
  const { id, username } = await aUser(world, { role: 'User', roleName: 'TNBxUser' });
  const accountId = randomUUID();
  await db.insertInto('account').values({ id: accountId, company_name: 'Sawit Hijau', country: 'MY' }).execute();
  await sql`insert into account_member (account_id, user_id, role) values (${accountId}, ${id}, 'trader')`.execute(db);
  const { accessToken } = await signIn(world, aDevice(), username);
  const accounts = [
    {
      id: accountId,
      companyName: 'Sawit Hijau',
      englishCompanyName: '',
      country: 'MY',
      status: 'Active',
      role: 'trader',
    },
  ];
  const profile = await get('/auction-api/profile', accessToken);
  expect(profile).toEqual({
    status: 200,
    body: {
      code: 'Success',
      data: {
        userId: id,
        username,
        email: `${username}@example.com`,
        reHashRoleName: 'TNBxUser',
        auctionUserRole: 'User',
        adminRoles: [],
        accounts,
        phone: null,
        needsTwoFactorSetup: false,
      },
    },
  });
  expect(await get('/api/profile', accessToken)).toEqual(profile);
  expect((await get('/auction-api/user/accounts', accessToken)).body.data).toEqual(accounts);
  // The next request already shows that the account is blacklisted (docs/rules.md#business-accounts).
  await sql`update account set status = 'Blacklisted' where id = ${accountId}`.execute(db);
  expect((await get('/auction-api/user/accounts', accessToken)).body.data).toMatchObject([{ status: 'Blacklisted' }]);
});

it('users have accounts, administrators do not', async () => {
  const { username } = await aUser(world, { role: 'Admin' });
  const { accessToken } = await signIn(world, aDevice(), username);
  expect(await get('/auction-api/user/accounts', accessToken)).toMatchObject({
    status: 401,
    body: { code: 'forbidden_access' },
  });
  expect(await get('/auction-api/user/accounts')).toMatchObject({ status: 401, body: { code: 'not_signed_in' } });
});

it('the development outbox shows what would be sent, in the recipient’s language', async () => {
  const { username } = await aUser(world);
  await givePassword(world, aDevice({ headers: { 'accept-language': 'zh' } }), username);
  const { body } = await get('/auction-api/development/outbox');
  expect(body.data).toContainEqual({
    id: expect.any(String),
    channel: 'email',
    attachments: [],
    recipient: `${username}@example.com`,
    subject: '您的 TNBX 验证码',
    body: expect.stringMatching(/\d{6}[^]*5 分钟/),
    createdAt: expect.any(String),
    sentAt: null,
  });
});

const outboxWith = async (change: Partial<Config>) => {
  const app = createHttp({ logger: false, trustProxy: '' });
  const { db } = world.database;
  const parts = { db, clock: world.identity.clock, authenticate: createAuthenticate(world.identity) };
  registerOperations(app, identityOperations({ ...world.identity.config, ...change }, world.identity.secret), parts);
  const reply = await app.inject({ url: '/auction-api/development/outbox' });
  return { status: reply.statusCode, body: reply.json<Record<string, unknown>>() };
};

it('production has no development outbox', async () => {
  expect(await outboxWith({ isProduction: true })).toMatchObject({ status: 404, body: { code: 'not_found' } });
});

it('the development outbox never shows a code that is really sent', async () => {
  const { username } = await aUser(world);
  await givePassword(world, aDevice(), username);
  expect((await outboxWith({ SMS_URL: 'http://sms.test' })).body.data).not.toEqual([]);
  expect((await outboxWith({ SMTP_URL: 'smtp://mail.test' })).body.data).toEqual([]);
});
