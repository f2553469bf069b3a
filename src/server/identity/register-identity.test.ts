import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLIENT_ID } from '#server/platform/config.ts';
import { openIdentity } from '#server/identity/identity.ts';
import {
  aDevice,
  askToken,
  aUser,
  callAs,
  identityWorld,
  signIn,
  tokensOf,
  type Device,
  type World,
} from '#testing/identity-world.ts';

const ISSUER = 'http://greenlot.test';
let world: World;
beforeAll(async () => void (world = await identityWorld()));
afterAll(() => world.close());

const discover = (headers: Record<string, string> = {}) =>
  world.app.inject({ url: '/.well-known/openid-configuration', headers });

const visit = async (device: Device, url: string, form?: Record<string, string>) => {
  const reply = await world.app.inject({
    method: form ? 'POST' : 'GET',
    url: url.replace(ISSUER, ''),
    headers: {
      accept: 'text/html',
      ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
      ...device.headers,
    },
    cookies: device.cookies,
    ...(form && { payload: new URLSearchParams(form).toString() }),
  });
  for (const { name, value } of reply.cookies) device.cookies[name] = value;
  return reply;
};

describe('the mounted provider', () => {
  it('names its addresses by the issuer, whatever host the client claims', async () => {
    const honest = await discover();
    const lying = await discover({
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'ftp',
    });
    expect(lying.body).toBe(honest.body);
    expect(honest.json()).toMatchObject({
      issuer: ISSUER,
      token_endpoint: `${ISSUER}/connect/token`,
      authorization_endpoint: `${ISSUER}/connect/authorize`,
      end_session_endpoint: `${ISSUER}/connect/endsession`,
      revocation_endpoint: `${ISSUER}/connect/revocation`,
    });
    const sent = await visit(aDevice({ headers: { host: 'evil.example' } }), authorizeUrl('s', 'c'));
    expect(sent.headers.location).not.toContain('evil');
  });

  it("runs the server's hooks and keeps the headers that they set", async () => {
    expect((await discover()).headers['x-server']).toBe('greenlot');
    const reply = await world.app.inject({ method: 'POST', url: '/connect/token' });
    expect(reply).toMatchObject({ statusCode: 400, headers: { 'x-server': 'greenlot' } });
  });

  it('publishes keys without their private part, the same in every process', async () => {
    const reply = await world.app.inject({ url: '/.well-known/openid-configuration/jwks' });
    const { keys } = reply.json<{ keys: Record<string, string>[] }>();
    expect(keys).toHaveLength(1);
    expect(Object.keys(keys[0] ?? {})).not.toContain('d');
    const { database, identity } = world;
    const other = await openIdentity({ database, clock: identity.clock, config: identity.config });
    expect(other.keys.privateKeys).toEqual(identity.keys.privateKeys);
  });

  it('does not open its keys with another secret', async () => {
    const { database, identity } = world;
    const config = { ...identity.config, SECRET_KEY: 'another secret of at least 32 characters' };
    await expect(openIdentity({ database, clock: identity.clock, config })).rejects.toThrow('SECRET_KEY');
  });

  it('refuses pages of other origins, and takes its own by any name', async () => {
    const { username } = await aUser(world);
    const from = (origin: string) => aDevice({ headers: { origin, host: '127.0.0.1:3000' } });
    const grant = { grant_type: 'password', username, password: 'Wrong-horse-9' };
    expect((await askToken(world, from('http://evil.example'), grant)).body.error).toBe('invalid_request');
    expect((await askToken(world, from('http://127.0.0.1:3000'), grant)).body.error).toBe(
      'invalid_username_or_password',
    );
    expect((await askToken(world, from(ISSUER), grant)).body.error).toBe('invalid_username_or_password');
  });

  it.each([
    '/connect/authorize?client_id=greenlot-web&state=%00',
    '/connect/token?x=%00',
    '/connect/endsession?state=%00',
  ])('answers malformed text with 400 or a page: %s', async (url) => {
    const statuses = [(await visit(aDevice(), url)).statusCode, (await visit(aDevice(), url, { x: '\0' })).statusCode];
    expect(Math.max(...statuses)).toBeLessThan(500);
  });

  it('answers malformed text in what it would store with 400', async () => {
    const reply = await visit(aDevice(), authorizeUrl('%00', challengeOf('x'.repeat(43))));
    expect([400, 303]).toContain(reply.statusCode);
    expect(reply.body + String(reply.headers.location)).toContain('invalid_request');
  });
});

const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

const authorizeUrl = (state: string, challenge: string): string =>
  `/connect/authorize?client_id=${CLIENT_ID}&response_type=code&scope=openid%20profile%20email%20offline_access` +
  `&redirect_uri=${encodeURIComponent(`${ISSUER}/callback`)}&code_challenge=${challenge}&code_challenge_method=S256&state=${state}`;

describe('a browser that is sent to the provider', () => {
  it('gets a code without a page when it is signed in, and tokens of the same session for it', async () => {
    const { username } = await aUser(world);
    const device = aDevice();
    const first = await signIn(world, device, username);
    const verifier = 'v'.repeat(43);
    const reply = await visit(device, authorizeUrl('abc', challengeOf(verifier)));
    const back = new URL(String(reply.headers.location));
    expect(back.href).toContain(`${ISSUER}/callback`);
    expect(back.searchParams.get('state')).toBe('abc');
    const form = {
      grant_type: 'authorization_code',
      code: back.searchParams.get('code') ?? '',
      redirect_uri: `${ISSUER}/callback`,
      code_verifier: verifier,
    };
    const answer = await askToken(world, aDevice(), form);
    expect(answer.status).toBe(200);
    const { accessToken } = tokensOf(answer);
    expect(await callAs(world, accessToken)).toBe(200);
    expect(await callAs(world, first.accessToken)).toBe(200);
    // A code that comes twice was stolen: the session ends.
    expect((await askToken(world, aDevice(), form)).body.error).toBe('invalid_grant');
    expect(await callAs(world, accessToken)).toBe('session_revoked');
  });

  it('is led to our sign-in page when it is not, also after its session was replaced', async () => {
    const { username } = await aUser(world);
    const device = aDevice();
    await signIn(world, device, username);
    await signIn(world, aDevice(), username);
    const reply = await visit(device, authorizeUrl('abc', challengeOf('v'.repeat(43))));
    expect(reply.headers.location).toMatch(/^\/login\?interaction=/);
  });

  it('signs out with the id token, on a page in its language, and is led back to us', async () => {
    const { username } = await aUser(world);
    const device = aDevice({ headers: { 'accept-language': 'zh' } });
    const { accessToken, idToken } = await signIn(world, device, username);
    const back = encodeURIComponent(`${ISSUER}/login`);
    const page = await visit(device, `/connect/endsession?id_token_hint=${idToken}&post_logout_redirect_uri=${back}`);
    expect(page.body).toContain('<html lang="zh">');
    expect(page.body).not.toContain('<script');
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page.body)?.[1] ?? '';
    const done = await visit(device, '/connect/endsession/confirm', { xsrf, logout: 'yes' });
    expect(done.headers.location).toBe(`${ISSUER}/login`);
    expect(await callAs(world, accessToken)).toBe('session_revoked');
  });

  it('is told of an error on a page that shows nothing of the request as markup', async () => {
    const reply = await visit(aDevice(), '/connect/authorize?client_id=%3Cscript%3Ealert(1)%3C/script%3E');
    expect(reply.statusCode).toBe(400);
    expect(reply.body).not.toContain('<script');
  });
});
