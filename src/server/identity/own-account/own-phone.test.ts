import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  addPhone,
  changePassword,
  changePhone,
  forgotPassword,
  resendPhoneCode,
  validatePhone,
} from '#contract/identity/own-account.ts';
import { getProfileAtIdentity } from '#contract/identity/identity.ts';
import {
  PASSWORD,
  aDevice,
  aUser,
  call,
  callAs,
  giveCode,
  givePassword,
  identityWorld,
  lastCode,
  lastMessage,
  signIn,
  tokensOf,
  type Device,
  type World,
} from '#testing/world/identity-world.ts';

const MINUTE_MS = 60_000;
let world: World;
beforeAll(async () => void (world = await identityWorld({ FLAG_SMS_REQUIRED: 'on', PHONE_COUNTRIES: 'MY,SG' })));
afterAll(() => world.close());
let device: Device;
let made = 0;
beforeEach(() => {
  device = aDevice();
  made += 1;
});

const aPhone = (changes: object = {}) => ({
  PhoneCode: '+60',
  PhoneNumber: `12 888 ${1000 + made}`,
  CurrentPassword: PASSWORD,
  ...changes,
});
const dialled = () => `+6012888${1000 + made}`;

async function signedIn(user = {}) {
  const { id, username } = await aUser(world, user);
  const sendsBySms = 'phone' in user;
  const tokens = sendsBySms ? await signInBySms(username) : await signIn(world, device, username);
  return { id, username, authorization: `Bearer ${tokens.accessToken}` };
}

async function signInBySms(username: string) {
  await givePassword(world, device, username);
  const otp = await lastCode(world, '+60').catch(() => lastCode(world, username));
  return tokensOf(await giveCode(world, device, { username, otp }));
}

describe('adding a phone', () => {
  it('needs the code that is sent to it', async () => {
    const { authorization, username } = await signedIn();
    const asked = await call(world, device, addPhone, { authorization, body: aPhone() });
    expect(asked.data).toMatchObject({ notification_method: 'sms', resend_after_seconds: 60 });
    const body = { ...aPhone(), Otp: await lastCode(world, dialled()) };
    expect(await call(world, device, validatePhone, { authorization, body })).toMatchObject({ data: {} });
    const { data } = await call(world, device, getProfileAtIdentity, { authorization });
    expect(data).toMatchObject({ phone: { PhoneCode: '+60', PhoneNumber: aPhone().PhoneNumber, isProven: true } });
    expect((await givePassword(world, aDevice(), username)).body).toMatchObject({ notification_method: 'sms' });
  });

  it('sends another code after 60 seconds, to the same number only', async () => {
    const { authorization } = await signedIn();
    const again = (body: object) => call(world, device, resendPhoneCode, { authorization, body });
    expect((await again(aPhone())).code).toBe('otp_expired');
    await call(world, device, addPhone, { authorization, body: aPhone() });
    expect((await again({ ...aPhone(), NotificationMethod: 'SMS' })).code).toBe('otp_resend_too_soon');
    world.pass(MINUTE_MS);
    expect((await again(aPhone({ PhoneNumber: '99 999 9999' }))).code).toBe('otp_expired');
    expect((await again({ ...aPhone(), NotificationMethod: 'Email' })).code).toBe('invalid_request');
    expect((await again(aPhone())).code).toBe('Success');
  });

  it.each([
    [{ PhoneNumber: 'call me' }, 'PhoneNumber', 'phone_number_incorrect'],
    [{ PhoneNumber: ' ' }, 'PhoneNumber', 'field_required'],
    [{ PhoneNumber: '1'.repeat(21) }, 'PhoneNumber', 'phone_number_length'],
    [{ PhoneCode: '+86' }, 'PhoneCode', 'phone_code_unknown'],
  ])('rejects %j beside its field', async (changes, field, code) => {
    const { authorization } = await signedIn();
    const refused = await call(world, device, addPhone, { authorization, body: aPhone(changes) });
    expect(refused).toMatchObject({ status: 422, fields: { [field]: { code } } });
  });

  it('does not accept a code for another number', async () => {
    const { authorization } = await signedIn();
    await call(world, device, addPhone, { authorization, body: aPhone() });
    const body = { ...aPhone({ PhoneNumber: '12 000 0000' }), Otp: await lastCode(world, dialled()) };
    expect((await call(world, device, validatePhone, { authorization, body })).code).toBe('otp_expired');
  });
});

describe('a newly set phone', () => {
  const DAY_MS = 24 * 60 * MINUTE_MS;

  it.each([
    ['added', addPhone, undefined, /just been added/],
    ['changed', changePhone, { code: '+60', number: '12 777 7777' }, /a different phone number/],
  ] as const)(
    'resets no password for three days, so an unlocked screen is not enough (%s)',
    async (_, route, phone, told) => {
      const { authorization, username } = await signedIn(phone && { phone });
      const Email = `${username}@example.com`;
      await call(world, device, route, { authorization, body: aPhone() });
      const body = { ...aPhone(), Otp: await lastCode(world, dialled()) };
      expect((await call(world, device, validatePhone, { authorization, body })).code).toBe('Success');
      expect(await lastMessage(world, Email)).toMatch(told);
      const before = await lastMessage(world, dialled());
      const forget = () => call(world, aDevice(), forgotPassword, { body: { Email, NotificationMethod: 'SMS' } });
      expect((await forget()).code).toBe('Success');
      expect(await lastMessage(world, dialled())).toBe(before);
      world.pass(3 * DAY_MS);
      await forget();
      expect(await lastMessage(world, dialled())).not.toBe(before);
    },
  );
});

describe('changing the phone', () => {
  const before = { code: '+60', number: '12 777 7777' };

  it('needs a code from the new one, and notifies the old one and the mailbox (ASVS 6.4.4, 6.6.1)', async () => {
    const { authorization, username } = await signedIn({ phone: before });
    expect((await call(world, device, addPhone, { authorization, body: aPhone() })).code).toBe('phone_already_set');
    await call(world, device, changePhone, { authorization, body: aPhone() });
    expect((await call(world, device, getProfileAtIdentity, { authorization })).data).toMatchObject({
      phone: { PhoneNumber: before.number },
    });
    const body = { ...aPhone(), Otp: await lastCode(world, dialled()) };
    expect((await call(world, device, validatePhone, { authorization, body })).code).toBe('Success');
    expect(await lastMessage(world, '+60127777777')).toMatch(/a different phone number/);
    expect(await lastMessage(world, `${username}@example.com`)).toMatch(/a different phone number/);
  });

  it('can be undone by changing it again', async () => {
    const { authorization } = await signedIn({ phone: before });
    const former = aPhone({ PhoneNumber: before.number });
    for (const phone of [aPhone(), former]) {
      expect((await call(world, device, changePhone, { authorization, body: phone })).code).toBe('Success');
      const to = `${phone.PhoneCode}${phone.PhoneNumber}`.replaceAll(' ', '');
      const body = { ...phone, Otp: await lastCode(world, to) };
      expect((await call(world, device, validatePhone, { authorization, body })).code).toBe('Success');
    }
    expect((await call(world, device, getProfileAtIdentity, { authorization })).data).toMatchObject({
      phone: { PhoneNumber: before.number },
    });
  });

  it('rejects the current number, also with other spaces', async () => {
    const { authorization } = await signedIn({ phone: before });
    const body = aPhone({ PhoneNumber: '1277 77777' });
    const refused = await call(world, device, changePhone, { authorization, body });
    expect(refused).toMatchObject({ fields: { PhoneNumber: { code: 'phone_number_unchanged' } } });
  });
});

describe('a user who must have a phone', () => {
  async function malaysian() {
    const user = await aUser(world);
    const id = randomUUID();
    const { db } = world.database;
    await db
      .insertInto('account')
      .values({ id, company_name: `Company ${made}`, country: 'MY' })
      .execute();
    await sql`insert into account_member (account_id, user_id) values (${id}, ${user.id})`.execute(db);
    return user;
  }

  async function setUp() {
    const { username } = await malaysian();
    await givePassword(world, device, username);
    const { body } = await giveCode(world, device, { username, otp: await lastCode(world, username) });
    expect(body.error).toBe('login-required-two-factor-setup');
    return { username, authorization: `Setup ${String(body.setup_token)}` };
  }

  it('authenticates, is led through adding one, and is then signed in', async () => {
    const { username, authorization } = await setUp();
    await call(world, device, addPhone, { authorization, body: aPhone() });
    const body = { ...aPhone(), Otp: await lastCode(world, dialled()) };
    const { data } = await call(world, device, validatePhone, { authorization, body });
    const signed = await giveCode(world, device, { username, otp: (data as { Otp: string }).Otp });
    expect(await callAs(world, tokensOf(signed).accessToken)).toBe(200);
    expect((await call(world, device, addPhone, { authorization, body: aPhone() })).code).toBe('not_signed_in');
  });

  it('cannot add one with the password alone (ASVS 6.4.4)', async () => {
    const { username } = await malaysian();
    const { body } = await givePassword(world, device, username);
    expect(body).toMatchObject({ error: 'sent-otp', notification_method: 'email' });
    expect(body.setup_token).toBeUndefined();
  });

  it('has a token for this that works for nothing else, nowhere else, and not for long', async () => {
    const { authorization } = await setUp();
    const elsewhere = await call(world, aDevice(), addPhone, { authorization, body: aPhone() });
    expect(elsewhere.code).toBe('not_signed_in');
    for (const route of [changePhone, changePassword, getProfileAtIdentity]) {
      const refused = await call(world, device, route, {
        authorization,
        ...(route.method !== 'GET' && { body: aPhone() }),
      });
      expect([route.path, refused.code]).toEqual([route.path, 'not_signed_in']);
    }
    world.pass(15 * MINUTE_MS);
    expect((await call(world, device, addPhone, { authorization, body: aPhone() })).code).toBe('not_signed_in');
  });
});
