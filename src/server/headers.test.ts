import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { exportAccounts } from '#contract/company/company.ts';
import { API_BASE } from '#server/platform/config/config.ts';
import { aPdf } from '#testing/builders/office-builders.ts';
import { uploadFile } from '#testing/builders/template-builders.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

/** Address of a deployment behind https (decision 91). The tests read the headers of every kind of reply. */
const HOME = 'https://rec.greenlot.example';
const ELSEWHERE = 'https://evil.example';
const SETTINGS = {
  NODE_ENV: 'production',
  PUBLIC_URL: HOME,
  VARIANT: 'GLOBAL',
  SECRET_KEY: 'a secret of at least thirty-two characters',
  SMTP_URL: 'smtp://127.0.0.1:1',
};

let w: World;
let admin: SignedIn;
let fileUrl = '';
beforeAll(async () => {
  w = await world(SETTINGS);
  // Some kinds of replies below need an administrator and an uploaded file.
  admin = await w.signedIn({ role: 'Admin' });
  fileUrl = (await uploadFile(w, admin, { bytes: aPdf() })).data.url;
});
afterAll(() => w.end());

type RequestOptions = InjectOptions;
const page = { accept: 'text/html' };
const form = { 'content-type': 'application/x-www-form-urlencoded', 'x-device-fingerprint': 'd' };
const asAdmin = () => ({ authorization: `Bearer ${admin.token}` });

/** All kinds of replies: pages, files, documents, the API and its refusals, the OpenID library's own replies. */
const KINDS: Readonly<Record<string, () => RequestOptions>> = {
  'the application': () => ({ url: '/', headers: page }),
  'a page of it': () => ({ url: '/user/auctions', headers: page }),
  'an address that nothing has': () => ({ url: '/nothing/of/that/kind', headers: page }),
  'a file that there isn’t': () => ({ url: '/assets/nothing.js' }),
  'a file of the build': () => ({ url: '/index.html' }),
  'the brand’s icon': () => ({ url: '/brand/icon.svg' }),
  'the environment': () => ({ url: '/env' }),
  health: () => ({ url: '/health/ready' }),
  'the API’s document': () => ({ url: '/openapi.json' }),
  'the API’s page': () => ({ url: '/docs' }),
  'a call without a token': () => ({ url: `${API_BASE}/profile` }),
  'a call': () => ({ url: `${API_BASE}/profile`, headers: asAdmin() }),
  'a call of the other role': () => ({ url: `${API_BASE}/user/auctions`, headers: asAdmin() }),
  'an address that can’t be decoded': () => ({ url: '/%zz', headers: page }),
  'a call whose id can’t be decoded': () => ({ url: `${API_BASE}/admin/auctions/%ED%A0%80`, headers: asAdmin() }),
  'a call with an endless id': () => ({ url: `${API_BASE}/admin/auctions/${'x'.repeat(3_000)}`, headers: asAdmin() }),
  'what is hidden': () => ({ url: `${API_BASE}/admin/auctions/${randomUUID()}`, headers: asAdmin() }),
  'a call that there isn’t': () => ({ url: `${API_BASE}/nothing` }),
  'no JSON': () => ({
    method: 'POST',
    url: `${API_BASE}/admin/tick-sizes`,
    headers: { ...asAdmin(), 'content-type': 'application/json' },
    payload: '{',
  }),
  'too much': () => ({
    method: 'POST',
    url: `${API_BASE}/admin/tick-sizes`,
    headers: asAdmin(),
    payload: { name: 'x'.repeat(1_100_000) },
  }),
  'an exported list': () => ({ url: API_BASE + exportAccounts.path, headers: asAdmin() }),
  'an uploaded file': () => ({ url: fileUrl }),
  'a link that somebody made up': () => ({ url: `${API_BASE}/images/${randomUUID()}?size=large&until=1&signature=x` }),
  'the library’s document': () => ({ url: '/.well-known/openid-configuration' }),
  'the library’s refusal': () => ({ method: 'POST', url: '/connect/token', headers: form, payload: 'grant_type=x' }),
  'the library’s page': () => ({ url: '/connect/endsession', headers: page }),
  'the library’s error page': () => ({ url: '/connect/authorize?client_id=nobody', headers: page }),
  'a sign-in that there isn’t': () => ({ url: '/connect/interaction/nothing', headers: page }),
  'a call of the identity service': () => ({
    method: 'POST',
    url: '/api/auth/forgot-password',
    headers: form,
    payload: 'x=1',
  }),
  'a question beforehand': () => ({
    method: 'OPTIONS',
    url: `${API_BASE}/profile`,
    headers: { origin: ELSEWHERE, 'access-control-request-method': 'GET' },
  }),
};

const valuesOf = ({ headers }: LightMyRequestResponse, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, headers[name]]));

/** The exact headers that every reply must have. A header with `undefined` must be absent. */
const EVERYWHERE = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-powered-by': undefined,
  server: undefined,
  'access-control-allow-origin': undefined,
  'access-control-allow-credentials': undefined,
};

describe.each(Object.entries(KINDS))('%s', (_, asked) => {
  test('has every header, and lets no foreign page read it (ASVS 3.4.1, 3.4.3, 3.4.4, 3.4.5, 3.4.6, 14.3.2)', async () => {
    const request = asked();
    const reply = await w.app.inject({ ...request, headers: { ...request.headers, origin: ELSEWHERE } });
    expect(reply.statusCode).toBeLessThan(500);
    expect(valuesOf(reply, Object.keys(EVERYWHERE))).toEqual(EVERYWHERE);
    expect(reply.headers['permissions-policy']).toMatch(/camera=\(\), .*geolocation=\(\), .*microphone=\(\)/);
    expect(String(reply.headers['cache-control'])).toMatch(/no-store|no-cache|private|immutable/);
    const policy = String(reply.headers['content-security-policy']);
    for (const directive of ["default-src 'self'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
      expect(policy.split(';')).toContain(directive);
    // Only scripts of our own files. Pages of the OpenID library also have one inline script each, allowed by hash.
    expect(policy).toMatch(/;script-src 'self'( 'sha256-[^']+')?;/);
    expect(policy).toContain("connect-src 'self' wss://rec.greenlot.example");
  });
});

test('no page has an inline script or an event attribute', async () => {
  for (const kind of ['the application', 'a page of it', 'the API’s page']) {
    const { body } = await w.app.inject(KINDS[kind]?.() ?? '');
    expect([kind, body.match(/<script(?![^>]*\bsrc=)[^>]*>|\son\w+=|javascript:/g)]).toEqual([kind, null]);
  }
});

test('a missing file is not found, even if the caller accepts pages (ASVS 13.4.1)', async () => {
  const statusOf = async (url: string) => (await w.app.inject({ url, headers: page })).statusCode;
  for (const url of ['/docs.bak', '/docs~', '/backup.sql?x=1', '/.env', '/.git/config.lock', '/assets/x.js.map'])
    expect([url, await statusOf(url)]).toEqual([url, 404]);
  expect([await statusOf('/user/auctions'), await statusOf('/login?next=a.b')]).toEqual([200, 200]);
});

test('without https no answer requires https', async () => {
  const plain = await world();
  expect((await plain.app.inject('/env')).headers).not.toHaveProperty('strict-transport-security');
  await plain.end();
});

describe('a foreign page', () => {
  const post = (payload: string, headers: Record<string, string> = {}) =>
    w.app.inject({
      method: 'POST',
      url: '/connect/token',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: ELSEWHERE,
        'sec-fetch-site': 'cross-site',
        ...headers,
      },
      payload,
    });

  test('can’t send a form that signs someone in or continues a session: forms cannot set our header (ASVS 3.5.1)', async () => {
    for (const payload of [
      'client_id=greenlot-web&grant_type=password&username=eve&password=Correct-horse-9',
      'client_id=greenlot-web&grant_type=refresh_token',
    ]) {
      const reply = await post(payload);
      expect([reply.statusCode, reply.headers['set-cookie']]).toEqual([400, undefined]);
    }
    for (const path of ['/api/auth/forgot-password', '/api/auth/register', '/connect/interaction/x/password']) {
      const headers = { 'content-type': 'text/plain', origin: ELSEWHERE };
      const reply = await w.app.inject({ method: 'POST', url: path, headers, payload: '{}' });
      expect([path, reply.statusCode >= 400, reply.headers['set-cookie']]).toEqual([path, true, undefined]);
    }
  });

  test('may not call us: the preflight allows no origin, method or header (ASVS 3.4.2, 3.5.2)', async () => {
    for (const url of ['/connect/token', '/connect/revocation', `${API_BASE}/profile`, '/api/auth/register']) {
      const reply = await w.app.inject({
        method: 'OPTIONS',
        url,
        headers: {
          origin: ELSEWHERE,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'x-device-fingerprint,authorization',
        },
      });
      const told = Object.keys(reply.headers).filter((name) => name.startsWith('access-control-'));
      expect([url, told]).toEqual([url, []]);
    }
  });

  test('is never a redirect target: no answer redirects to an address from the request (ASVS 3.7.2)', async () => {
    const target = encodeURIComponent(`${ELSEWHERE}/x`);
    for (const url of [
      `//evil.example/x`,
      `/\\evil.example/x`,
      `/%2F%2Fevil.example`,
      `/login?redirect=${target}&returnTo=${target}&next=${target}`,
      `/connect/authorize?client_id=greenlot-web&response_type=code&scope=openid&redirect_uri=${target}`,
      `/connect/endsession?client_id=greenlot-web&post_logout_redirect_uri=${target}`,
      `/connect/foreign/callback?state=${target}`,
      `/connect/interaction/x?returnTo=${target}`,
    ]) {
      const reply = await w.app.inject({
        url,
        headers: { ...page, host: 'evil.example', 'x-forwarded-host': 'evil.example' },
      });
      const location = reply.headers.location === undefined ? HOME : new URL(reply.headers.location, HOME).origin;
      expect([url, location]).toEqual([url, HOME]);
      // No page may link to the foreign host, load from it or send to it.
      expect(reply.body.match(/(href|src|action)="[^"]*evil\.example/g)).toBe(null);
    }
  });
});
