import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLIENT_HEADER, getProfileAtIdentity } from '#contract/identity/identity.ts';
import {
  addPhone,
  changePhone,
  confirmForgotPassword,
  forgotPassword,
  register,
  resendForgotPasswordCode,
  resendPhoneCode,
  validatePhone,
} from '#contract/identity/own-account.ts';
import { seedPeople } from '#server/demo/seed-people.ts';
import {
  authorizeRequest,
  callInteraction,
  returnToClient,
  exchange,
  openInteraction,
  passInteraction,
  signInByCode,
  visit,
} from '#testing/world/code-flow.ts';
import { freshDatabase } from '#testing/world/database.ts';
import {
  PASSWORD,
  aDevice,
  aUser,
  call,
  callAs,
  givePassword,
  identityWorld,
  identityWorldOn,
  lastCode,
  signIn,
  tokensOf,
  type Device,
  type World,
} from '#testing/world/identity-world.ts';

let tnbx: World;
let global: World;
beforeAll(async () => {
  const settings = { FLAG_SMS_REQUIRED: 'on', PHONE_COUNTRIES: 'MY' };
  tnbx = await identityWorld(settings);
  global = await identityWorldOn(tnbx.database, { ...settings, VARIANT: 'GLOBAL' });
});
afterAll(async () => {
  await global.app.close();
  await tnbx.close();
});

const NEW_PHONE = { PhoneCode: '+60', PhoneNumber: '12 888 7777', CurrentPassword: PASSWORD };
const EMAIL = { Email: 'somebody@example.com', NotificationMethod: 'email' };

async function joinMalaysianCompany(userId: string): Promise<void> {
  const id = randomUUID();
  await tnbx.database.db.insertInto('account').values({ id, company_name: 'Rimba', country: 'MY' }).execute();
  await sql`insert into account_member (account_id, user_id) values (${id}, ${userId})`.execute(tnbx.database.db);
}

describe('GLOBAL', () => {
  it.each([
    [forgotPassword, EMAIL],
    [resendForgotPasswordCode, EMAIL],
    [confirmForgotPassword, { Email: EMAIL.Email, Otp: '123456' }],
    [register, { ...EMAIL, ...NEW_PHONE, Username: 'new_one', Password: PASSWORD, ConfirmPassword: PASSWORD }],
  ])('rejects a call that has no page there (%#)', async (route, body) => {
    expect(await call(global, aDevice(), route, { body })).toMatchObject({ status: 404, code: 'feature_disabled' });
  });

  it('rejects every call about the phone for codes from a session', async () => {
    const device = aDevice();
    const { accessToken } = await signInByCode(global, device, (await aUser(global)).username);
    const authorization = `Bearer ${accessToken}`;
    for (const route of [addPhone, changePhone, resendPhoneCode, validatePhone]) {
      const body = { ...NEW_PHONE, Otp: '123456' };
      expect((await call(global, device, route, { authorization, body })).code).toBe('feature_disabled');
    }
  });

  it('rejects an administrator of TNBX, after the password alone, and the calls of a session', async () => {
    const { id, username } = await aUser(global, { role: 'Admin', roleName: 'TNBxOps' });
    const device = aDevice();
    const at = await openInteraction(global, device, authorizeRequest(global));
    const give = (password: string) => callInteraction(global, device, `${at}/password`, { username, password });
    expect((await give('Wrong-horse-9')).body.code).toBe('invalid_username_or_password');
    expect(await give(PASSWORD)).toMatchObject({ status: 401, body: { code: 'invalid_role' } });
    expect((await givePassword(tnbx, aDevice(), username)).body.error).toBe('sent-otp');

    const { db } = tnbx.database;
    await db.updateTable('app_user').set({ role_name: 'Admin' }).where('id', '=', id).execute();
    const { accessToken } = await signInByCode(global, device, username);
    expect(await callAs(global, accessToken)).toBe(200);
    await db.updateTable('app_user').set({ role_name: 'TNBxOps' }).where('id', '=', id).execute();
    expect(await callAs(global, accessToken)).toBe('invalid_role');
    expect(await callAs(tnbx, accessToken)).toBe(200);
  });

  it('ends a session whose identity is no longer valid: erased, or unknown to the foreign provider', async () => {
    const { id, username } = await aUser(global);
    const { accessToken } = await signInByCode(global, aDevice(), username);
    const { db } = tnbx.database;
    const issuer = 'https://id.example';
    const settings = { VARIANT: 'GLOBAL', OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'us' };
    const foreign = await identityWorldOn(tnbx.database, settings);
    expect(await callAs(global, accessToken)).toBe(200);
    expect(await callAs(foreign, accessToken)).toBe('unauthorized_access');
    const known = { issuer: `${issuer}/`, subject: 'x', user_id: id, id_token: '' };
    await db.insertInto('foreign_identity').values(known).execute();
    expect(await callAs(foreign, accessToken)).toBe(200);
    await foreign.app.close();

    await sql`update app_user set erased_at = now() where id = ${id}`.execute(db);
    expect(await callAs(global, accessToken)).toBe('unauthorized_access');
    expect(await callAs(tnbx, accessToken)).toBe('session_revoked');
  });
});

describe('GLOBAL, where SMS is required and a Malaysian company has no phone', () => {
  /** Opens the hosted page that asks for a phone. */
  async function askedForPhone(device: Device, username: string) {
    const request = authorizeRequest(global);
    const at = await openInteraction(global, device, request);
    const back = await passInteraction(global, device, at, username);
    const { location: page = '' } = (await visit(global, device, back)).headers;
    const { body } = await callInteraction(global, device, `${page}/details`);
    return { request, phone: (body as { data: { phone: { token: string; redirectTo: string } | null } }).data.phone };
  }

  it('a sign-in leads through adding a phone before it returns', async () => {
    const { id, username } = await aUser(global);
    await joinMalaysianCompany(id);
    const device = aDevice();
    const { request, phone } = await askedForPhone(device, username);
    const { token = '', redirectTo = '' } = phone ?? {};
    // The person returns without a phone, so the page asks for one again.
    const { location: again = '' } = (await visit(global, device, redirectTo)).headers;
    expect(again).toMatch(/^\/connect\/interaction\//);
    const { body: asked } = await callInteraction(global, device, `${again}/details`);
    const { phone: now } = (asked as { data: { phone: { token: string; redirectTo: string } } }).data;
    expect(now.token).not.toBe(token);
    const authorization = `Setup ${now.token}`;
    const body = { PhoneCode: '+60', PhoneNumber: '12 345 6001' };
    expect((await call(global, device, addPhone, { authorization, body })).code).toBe('Success');
    const Otp = await lastCode(global, '+60123456001');
    expect((await call(global, device, validatePhone, { authorization, body: { ...body, Otp } })).code).toBe('Success');
    const back = await returnToClient(global, device, now.redirectTo);
    const answer = await exchange(global, request, back.get('code'));
    const profile = await call(global, device, getProfileAtIdentity, {
      authorization: `Bearer ${tokensOf(answer).accessToken}`,
    });
    expect(profile.data).toMatchObject({ username, needsTwoFactorSetup: false, phone: { isProven: true } });
  });

  it('an old session must sign in again before it adds a phone, which protects an unattended browser', async () => {
    const { id, username } = await aUser(global);
    const device = aDevice();
    await signInByCode(global, device, username);
    await joinMalaysianCompany(id);
    global.pass(16 * 60_000);
    const at = await openInteraction(global, device, authorizeRequest(global));
    expect((await callInteraction(global, device, `${at}/details`)).body.data).toMatchObject({ phone: null });
    const step = await callInteraction(global, device, `${at}/password`, { username, password: PASSWORD });
    expect(step.data.next).toBe('code');
  });

  it('an administrator, who acts for no company, needs no phone', async () => {
    const { id, username } = await aUser(global, { role: 'Admin' });
    await joinMalaysianCompany(id);
    expect((await signInByCode(global, aDevice(), username)).accessToken).toMatch(/\./);
  });
});

it('users set the phone for codes, administrators do not', async () => {
  const device = aDevice();
  const { accessToken } = await signIn(tnbx, device, (await aUser(tnbx, { role: 'Admin' })).username);
  const authorization = `Bearer ${accessToken}`;
  for (const route of [addPhone, changePhone, resendPhoneCode, validatePhone])
    expect((await call(tnbx, device, route, { authorization, body: NEW_PHONE })).code).toBe('forbidden_access');
});

it('a client that names itself in the header must be known', async () => {
  const ask = (id: string) =>
    call(tnbx, aDevice({ headers: { [CLIENT_HEADER]: id } }), forgotPassword, { body: EMAIL });
  expect((await ask('greenlot-web')).code).toBe('Success');
  expect((await ask('somebody-else')).code).toBe('invalid_request');
});

it.each([
  ['TNBX', 'TNBxOps'],
  ['GLOBAL', 'Admin'],
] as const)('administrators of the demo of %s are called %s', async (variant, roleName) => {
  const { database } = await freshDatabase();
  await seedPeople(database.db, variant, Date.now());
  const admins = await database.db
    .selectFrom('app_user')
    .select('role_name')
    .where('auction_user_role', '=', 'Admin')
    .execute();
  expect(new Set(admins.map((admin) => admin.role_name))).toEqual(new Set([roleName]));
  await database.close();
});
