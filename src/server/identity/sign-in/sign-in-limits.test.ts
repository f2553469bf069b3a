import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pairedRatio } from '#testing/readers/paired-ratio.ts';
import {
  aDevice,
  aUser,
  giveCode,
  givePassword,
  identityWorld,
  lastCode,
  signIn,
  type Device,
  type World,
} from '#testing/world/identity-world.ts';

const MINUTE_MS = 60_000;
let world: World;
beforeAll(async () => void (world = await identityWorld()));
afterAll(() => world.close());

const resend = async (device: Device, body: object) => {
  const headers = { 'x-device-fingerprint': device.fingerprint };
  const reply = await world.app.inject({ method: 'POST', url: '/api/auth/resend-login-otp', headers, payload: body });
  return { status: reply.statusCode, body: reply.json<Record<string, unknown>>() };
};

const methods = async (device: Device, username: string) => {
  const headers = { 'x-device-fingerprint': device.fingerprint };
  const url = `/api/auth/notification-methods?username=${encodeURIComponent(username)}`;
  const reply = await world.app.inject({ url, headers });
  return { status: reply.statusCode, body: reply.json<Record<string, unknown>>() };
};

describe('hides whether a username exists', () => {
  it('at the password, also during a lockout', async () => {
    const { username } = await aUser(world);
    for (let i = 0; i < 14; i += 1) {
      const known = await givePassword(world, aDevice(), username, 'Wrong-horse-9');
      const unknown = await givePassword(world, aDevice(), 'nobody-1', 'Wrong-horse-9');
      expect(unknown.status).toBe(known.status);
      expect(unknown.body).toEqual(known.body);
      expect(known.body.error).toBe(i < 10 ? 'invalid_username_or_password' : 'too_many_requests');
    }
  });

  it('at the code', async () => {
    const { username } = await aUser(world);
    const known = await giveCode(world, aDevice(), { username, otp: '123456' });
    const unknown = await giveCode(world, aDevice(), { username: 'nobody-2', otp: '123456' });
    expect(unknown.body).toEqual(known.body);
  });

  it('when another code is requested', async () => {
    const { username } = await aUser(world);
    const known = await resend(aDevice(), { username, NotificationMethod: 'email' });
    const unknown = await resend(aDevice(), { username: 'nobody-3', NotificationMethod: 'email' });
    expect(known).toMatchObject({ status: 400, body: { code: 'otp_expired' } });
    expect(unknown).toEqual(known);
  });

  it.each([
    ['code', (username: string) => giveCode(world, aDevice(), { username, otp: '123456' })],
    ['request for another code', (username: string) => resend(aDevice(), { username, NotificationMethod: 'email' })],
    ['list of contact channels', (username: string) => methods(aDevice(), username)],
  ])('by the time until the answer to a %s', { retry: 2 }, async (_, ask) => {
    const { username } = await aUser(world);
    const tookMs: [number[], number[]] = [[], []];
    for (let i = 0; i < 200; i += 1) {
      for (const at of i % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
        const askedAt = performance.now();
        await ask(at === 0 ? username : `nobody-${i}`);
        tookMs[at].push(performance.now() - askedAt);
      }
    }
    const ratio = pairedRatio(...tookMs);
    expect(ratio).toBeGreaterThan(0.8);
    expect(ratio).toBeLessThan(1.25);
  });

  it('in the list of contact channels', async () => {
    const { username } = await aUser(world, { phone: { code: '+60', number: '12 345 6789' } });
    const known = await methods(aDevice(), username);
    expect(known.body).toEqual({ code: 'Success', data: [{ method: 'email', target: '' }] });
    expect(await methods(aDevice(), 'nobody-4')).toEqual(known);
  });
});

describe('lockouts', () => {
  it('grow, end, and start again after a right password (ASVS 6.3.1)', async () => {
    const { username } = await aUser(world);
    const wrong = () => givePassword(world, aDevice(), username, 'Wrong-horse-9');
    for (let i = 0; i < 10; i += 1) await wrong();
    expect((await givePassword(world, aDevice(), username)).body).toMatchObject({
      error: 'too_many_requests',
      retry_after_seconds: 30,
      error_description: 'Too many failed attempts. Please try again in 1 minute.',
    });
    world.pass(30_000);
    await wrong();
    expect(await wrong()).toMatchObject({ status: 429, body: { retry_after_seconds: 60 } });
    world.pass(MINUTE_MS);
    expect((await givePassword(world, aDevice(), username)).body.error).toBe('sent-otp');
    expect((await wrong()).body.error).toBe('invalid_username_or_password');
  });

  it('do not affect a trusted device', async () => {
    const { username } = await aUser(world);
    const device = aDevice();
    await signIn(world, device, username, true);
    for (let i = 0; i < 11; i += 1) await givePassword(world, aDevice(), username, 'Wrong-horse-9');
    expect((await givePassword(world, aDevice(), username)).status).toBe(429);
    expect((await givePassword(world, device, username)).status).toBe(200);
  });

  it('apply to an address that fails with many usernames, and to no other (ASVS 6.3.1)', async () => {
    const { username } = await aUser(world);
    const from = (address: string) => aDevice({ address });
    for (let i = 0; i < 50; i += 1) await givePassword(world, from('203.0.113.7'), `guess-${i}`, 'Wrong-horse-9');
    expect((await givePassword(world, from('203.0.113.7'), username)).status).toBe(429);
    expect((await givePassword(world, from('203.0.113.8'), username)).body.error).toBe('sent-otp');
  });

  it('apply to parallel guesses from an address, including the right one among them', async () => {
    const { username } = await aUser(world);
    const from = () => aDevice({ address: '203.0.113.10' });
    const guesses = Array.from({ length: 100 }, (_, at) => givePassword(world, from(), `spray-${at}`, 'Wrong-horse-9'));
    const answers = await Promise.all([...guesses, givePassword(world, from(), username)]);
    const told = answers.map(({ body }) => body.error).filter((error) => error !== 'too_many_requests');
    expect(told).toEqual(Array(50).fill('invalid_username_or_password'));
  });

  it('never apply to many people who sign in correctly from one address', async () => {
    const people = await Promise.all(Array.from({ length: 60 }, () => aUser(world)));
    const answers = await Promise.all(
      people.map(({ username }) => givePassword(world, aDevice({ address: '203.0.113.9' }), username)),
    );
    expect(answers.map(({ body }) => body.error)).toEqual(people.map(() => 'sent-otp'));
  });
});

describe('another code', () => {
  it('comes by SMS on request, after a minute', async () => {
    const { username } = await aUser(world, { phone: { code: '+60', number: '12 345 6789' } });
    const device = aDevice();
    await givePassword(world, device, username);
    expect((await methods(device, username)).body.data).toEqual([
      { method: 'email', target: expect.stringContaining('***') },
      { method: 'sms', target: '+60 ***789' },
    ]);
    const tooSoon = await resend(device, { username, NotificationMethod: 'SMS' });
    expect(tooSoon).toMatchObject({ status: 429, body: { code: 'otp_resend_too_soon' } });
    world.pass(MINUTE_MS);
    expect(await resend(device, { username, NotificationMethod: 'SMS' })).toEqual({
      status: 200,
      body: {
        code: 'Success',
        data: { notification_method: 'sms', notification_target: '+60 ***789', resend_after_seconds: 60 },
      },
    });
    const otp = await lastCode(world, '+60123456789');
    expect((await giveCode(world, device, { username, otp })).status).toBe(200);
  });

  it('does not come by SMS without a phone, nor for another device', async () => {
    const { username } = await aUser(world);
    const device = aDevice();
    await givePassword(world, device, username);
    world.pass(MINUTE_MS);
    expect((await resend(device, { username, NotificationMethod: 'sms' })).body.code).toBe('invalid_request');
    expect((await resend(aDevice(), { username, NotificationMethod: 'email' })).body.code).toBe('otp_expired');
  });

  it('does not give more attempts', async () => {
    const { username } = await aUser(world);
    const device = aDevice();
    await givePassword(world, device, username);
    for (let i = 0; i < 4; i += 1) await giveCode(world, device, { username, otp: 'none' });
    world.pass(MINUTE_MS);
    expect((await resend(device, { username, NotificationMethod: 'email' })).status).toBe(200);
    const { body } = await giveCode(world, device, { username, otp: 'none' });
    expect(body.error).toBe('login-error-reached-max-attempts-otp');
  });

  it.each([
    {},
    { username: 'a' },
    { username: 'a\0', NotificationMethod: 'email' },
    { username: '\ud800', NotificationMethod: 'email' },
    { username: 'abc', NotificationMethod: 'pigeon' },
  ])('is rejected for %j', async (body) => {
    expect((await resend(aDevice(), body)).status).toBe(400);
  });
});
