import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { trustCookieOf } from '#server/identity/session/trusted-device.ts';
import {
  aDevice,
  askToken,
  aUser,
  callAs,
  giveCode,
  givePassword,
  identityWorld,
  lastCode,
  PASSWORD,
  signIn,
  tokensOf,
  type World,
} from '#testing/world/identity-world.ts';

const MINUTE_MS = 60_000;
let world: World;
beforeAll(async () => void (world = await identityWorld()));
afterAll(() => world.close());

describe('accepts', () => {
  it('the password, then the code that was sent (ASVS 6.3.3)', async () => {
    const { username } = await aUser(world);
    const device = aDevice();
    const first = await givePassword(world, device, username);
    expect(first).toMatchObject({
      status: 400,
      body: { error: 'sent-otp', notification_method: 'email', resend_after_seconds: 60 },
    });
    expect(first.body.notification_target).toMatch(/^u\*\*\*.@example\.com$/);
    const second = await giveCode(world, device, { username, otp: await lastCode(world, username) });
    expect(second).toMatchObject({ status: 200, body: { token_type: 'Bearer', expires_in: 600 } });
    expect(second.body.scope).toBe('openid profile email offline_access');
    expect(await callAs(world, tokensOf(second).accessToken)).toBe(200);
  });

  it('a username in upper or lower case', async () => {
    const { username } = await aUser(world, { username: 'Wei-Chen' });
    expect((await givePassword(world, aDevice(), username.toUpperCase())).body.error).toBe('sent-otp');
  });

  it('a trusted device without a code, for 30 days', async () => {
    const { username } = await aUser(world);
    const device = aDevice();
    await signIn(world, device, username, true);
    expect((await givePassword(world, device, username)).status).toBe(200);
    world.pass(30 * 24 * 60 * MINUTE_MS + 1_000);
    expect((await givePassword(world, device, username)).body.error).toBe('sent-otp');
  });

  it('another code after 60 seconds, which replaces the first', async () => {
    const { username } = await aUser(world);
    const device = aDevice();
    await givePassword(world, device, username);
    const first = await lastCode(world, username);
    world.pass(MINUTE_MS);
    expect((await givePassword(world, device, username)).body.error).toBe('sent-otp');
    const second = await lastCode(world, username);
    if (first !== second)
      expect((await giveCode(world, device, { username, otp: first })).body.error).toBe('invalid_otp');
    expect((await giveCode(world, device, { username, otp: second })).status).toBe(200);
  });

  it('the caller’s language for its errors', async () => {
    const device = aDevice({ headers: { 'accept-language': 'zh-CN,zh;q=0.9' } });
    const { body } = await givePassword(world, device, 'nobody');
    expect(body.error_description).toMatch(/\p{Script=Han}/u);
  });
});

describe('rejects', () => {
  it('a wrong password', async () => {
    const { username } = await aUser(world);
    expect(await givePassword(world, aDevice(), username, 'Wrong-horse-9')).toMatchObject({
      status: 400,
      body: { error: 'invalid_username_or_password', error_description: 'Invalid Username or Password' },
    });
  });

  it('a request without the device header, as a foreign page would send it', async () => {
    const { username } = await aUser(world);
    const answer = await givePassword(world, aDevice({ fingerprint: '' }), username);
    expect(answer).toMatchObject({ status: 400, body: { error: 'device_fingerprint_required' } });
  });

  it('a wrong, expired or used code', async () => {
    const { username } = await aUser(world);
    const device = aDevice();
    await givePassword(world, device, username);
    const otp = await lastCode(world, username);
    const wrong = otp === '000000' ? '000001' : '000000';
    expect((await giveCode(world, device, { username, otp: wrong })).body.error).toBe('invalid_otp');
    world.pass(5 * MINUTE_MS);
    expect((await giveCode(world, device, { username, otp })).body.error).toBe('otp_expired');
    await givePassword(world, device, username);
    const next = await lastCode(world, username);
    expect((await giveCode(world, device, { username, otp: next })).status).toBe(200);
    expect((await giveCode(world, device, { username, otp: next })).body.error).toBe('otp_expired');
  });

  it('a code from a device or client that did not give the password', async () => {
    const { username } = await aUser(world);
    const device = aDevice();
    await givePassword(world, device, username);
    const otp = await lastCode(world, username);
    expect((await giveCode(world, aDevice(), { username, otp })).body.error).toBe('otp_expired');
    expect((await giveCode(world, device, { username, otp })).status).toBe(200);
  });

  it('a code before any password', async () => {
    const { username } = await aUser(world);
    expect((await giveCode(world, aDevice(), { username, otp: '123456' })).body.error).toBe('otp_expired');
  });

  it('the right code after five wrong ones, until 15 minutes have passed', async () => {
    const { username } = await aUser(world);
    const device = aDevice();
    await givePassword(world, device, username);
    const otp = await lastCode(world, username);
    const wrong = otp === '000000' ? '000001' : '000000';
    for (let i = 0; i < 4; i += 1)
      expect((await giveCode(world, device, { username, otp: wrong })).body.error).toBe('invalid_otp');
    const reached = { error: 'login-error-reached-max-attempts-otp', retry_after_seconds: 900 };
    expect((await giveCode(world, device, { username, otp: wrong })).body).toMatchObject(reached);
    expect((await giveCode(world, device, { username, otp })).body).toMatchObject({ error: reached.error });
    expect((await givePassword(world, device, username)).body).toMatchObject({ error: reached.error });
    world.pass(15 * MINUTE_MS + 1_000);
    expect((await givePassword(world, device, username)).body.error).toBe('sent-otp');
  });

  it('a sixth code within the hour', async () => {
    const { username } = await aUser(world);
    const device = aDevice();
    for (let i = 0; i < 5; i += 1) {
      expect((await givePassword(world, device, username)).body.error).toBe('sent-otp');
      world.pass(6 * MINUTE_MS);
    }
    expect(await givePassword(world, device, username)).toMatchObject({
      status: 429,
      body: { error: 'otp_resend_too_soon', resend_after_seconds: 30 * 60 },
      headers: { 'retry-after': '1800' },
    });
  });

  it('the cookie of a trusted device with another fingerprint or for another user', async () => {
    const [owner, other] = [await aUser(world), await aUser(world)];
    const device = aDevice();
    await signIn(world, device, owner.username, true);
    const stolen = aDevice({ cookies: { ...device.cookies } });
    expect((await givePassword(world, stolen, owner.username)).body.error).toBe('sent-otp');
    const [name, value] = Object.entries(device.cookies).find(([key]) => key.startsWith('greenlot_device_')) ?? [];
    expect(name).toBe(trustCookieOf(world.identity, owner.id));
    const swapped = aDevice({ ...device, cookies: { [trustCookieOf(world.identity, other.id)]: value ?? '' } });
    expect((await givePassword(world, swapped, other.username)).body.error).toBe('sent-otp');
  });

  it.each([{ username: 'a\0b', password: PASSWORD }, { username: 'abc', password: 'x\0' }, { username: 'abc' }])(
    'malformed input %j with 400',
    async (form) => {
      const answer = await askToken(world, aDevice(), { grant_type: 'password', ...(form as Record<string, string>) });
      expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
    },
  );
});
