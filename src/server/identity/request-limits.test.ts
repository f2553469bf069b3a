import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCallCounts } from '#server/platform/http/call-counts.ts';
import { registerLimits } from '#server/platform/http/request-limits.ts';
import { aDevice, askToken, aUser, givePassword, identityWorld, type World } from '#testing/world/identity-world.ts';
import { world as wholeServer } from '#testing/world/world.ts';

/** Sign-in requests of three hundred people in one office, each with a password and a one-time code. */
const SIGN_INS = 600;
const MESSAGES = 60;
const READS = 1_200;
const MINUTE_MS = 60_000;

type Registered = { readonly method: string; readonly url: string };
const routes: Registered[] = [];
let world: World;
beforeAll(async () => {
  world = await identityWorld({}, async (app) => {
    app.addHook('onRoute', ({ method, url }) => {
      for (const one of [method].flat()) routes.push({ method: one, url });
    });
    await registerLimits(app, createCallCounts());
  });
});
afterAll(() => world.close());

const IDENTITY = /^\/(connect|api|\.well-known)\//;

/** Returns the limit of a route, which is in a header of every reply. */
async function limitOf(app: FastifyInstance, { method, url }: Registered): Promise<number> {
  const reply = await app.inject({
    method: method as 'GET',
    url: url.replace('*', 'token'),
    headers: { 'x-forwarded-for': '203.0.113.99', ...(method === 'OPTIONS' && { origin: 'http://greenlot.test' }) },
  });
  return Number(reply.headers['x-ratelimit-limit'] ?? Number.POSITIVE_INFINITY);
}

const forgotten = async (app: FastifyInstance): Promise<string[]> => {
  const found: string[] = [];
  for (const route of routes.filter(({ url }) => IDENTITY.test(url))) {
    const most = ['GET', 'HEAD', 'OPTIONS'].includes(route.method) ? READS : SIGN_INS;
    if ((await limitOf(app, route)) > most) found.push(`${route.method} ${route.url}`);
  }
  return found;
};

describe('rate limits', () => {
  it('apply to every registered identity route, including those of the library', async () => {
    const all = routes.map(({ method, url }) => `${method} ${url}`);
    expect(all).toEqual(expect.arrayContaining(['POST /connect/*', 'GET /connect/*', 'GET /api/profile']));
    expect(all).toEqual(expect.arrayContaining(['GET /.well-known/openid-configuration/jwks']));
    expect(await forgotten(world.app)).toEqual([]);
  });

  it('apply to the same routes of the whole server (ASVS 2.4.1)', async () => {
    const whole = await wholeServer({ TRUST_PROXY: 'loopback' });
    expect(await forgotten(whole.app)).toEqual([]);
    await whole.end();
  });

  it('are tightest for sending messages, then for checking passwords and codes, then for reading', async () => {
    const limits = [];
    for (const route of [
      { method: 'POST', url: '/api/auth/resend-login-otp' },
      { method: 'POST', url: '/connect/token' },
      { method: 'GET', url: '/.well-known/openid-configuration' },
    ])
      limits.push(await limitOf(world.app, route));
    expect(limits).toEqual([MESSAGES, SIGN_INS, READS]);
  });
});

describe('one request too many', () => {
  it('at the token endpoint is rejected in the caller’s language, per address, for a minute', async () => {
    const device = aDevice({ address: '203.0.113.1', headers: { 'accept-language': 'zh' } });
    const form = { grant_type: 'refresh_token', refresh_token: 'none' };
    for (let i = 0; i < SIGN_INS; i += 1) expect((await askToken(world, device, form)).status).toBe(400);
    const refused = await askToken(world, device, form);
    expect(refused).toMatchObject({ status: 429, body: { error: 'too_many_requests' } });
    expect(refused.body.error_description).toMatch(/\p{Script=Han}/u);
    expect(refused.headers).toMatchObject({ 'retry-after': expect.stringMatching(/^\d+$/) });
    expect((await askToken(world, aDevice({ address: '203.0.113.2' }), form)).status).toBe(400);
    world.pass(MINUTE_MS);
    expect((await askToken(world, device, form)).status).toBe(400);
  });

  it('at our own calls has the same shape as every other error', async () => {
    const ask = (address: string) =>
      world.app.inject({
        method: 'POST',
        url: '/api/auth/resend-login-otp',
        headers: { 'x-forwarded-for': address, 'x-device-fingerprint': 'd', 'accept-language': 'en' },
        payload: { username: 'nobody', NotificationMethod: 'email' },
      });
    for (let i = 0; i < MESSAGES; i += 1) expect((await ask('203.0.113.3')).statusCode).toBe(400);
    const refused = await ask('203.0.113.3');
    expect(refused.statusCode).toBe(429);
    expect(refused.json()).toMatchObject({
      status: 429,
      code: 'too_many_requests',
      message: expect.stringMatching(/\w/),
    });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('counts for a whole IPv6 network, and not for the next one', async () => {
    const url = '/.well-known/openid-configuration/jwks';
    const ask = (address: string) => world.app.inject({ url, headers: { 'x-forwarded-for': address } });
    const someone = (at: number) => `2001:db8:1:2::${at.toString(16)}`;
    for (let i = 0; i < READS; i += 1) expect((await ask(someone(i))).statusCode).toBe(200);
    expect((await ask(someone(9999))).statusCode).toBe(429);
    expect((await ask('2001:db8:1:3::1')).statusCode).toBe(200);
  });

  it('counts for the address that a trusted proxy names, never for one that the caller names', async () => {
    const plain = await wholeServer();
    const ask = (address: string) =>
      plain.app.inject({ url: '/.well-known/openid-configuration', headers: { 'x-forwarded-for': address } });
    await ask('203.0.113.4');
    expect((await ask('203.0.113.5')).headers['x-ratelimit-remaining']).toBe(String(READS - 2));
    await plain.end();
  });
});

it('failures from one IPv6 network count as failures of one address', async () => {
  const { username } = await aUser(world);
  const from = (at: number) => aDevice({ address: `2001:db8:7:7::${at.toString(16)}` });
  for (let i = 0; i < 50; i += 1) await givePassword(world, from(i), `guess-${i}`, 'Wrong-horse-9');
  expect((await givePassword(world, from(51), username)).status).toBe(429);
});
