import { createServer, type Server } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, type CryptoKey, type JWTPayload } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { authorizeRequest } from '#testing/world/code-flow.ts';
import { freePort } from '#testing/world/free-port.ts';
import { createHttpBrowser } from '#testing/world/http-browser.ts';
import { identityWorld, type World } from '#testing/world/identity-world.ts';

/**
 * In these tests the provider lies, or an attacker sits between the provider and our server (ASVS 5.0, chapters 6 and
 * 10).
 */
const CLIENT_ID = 'greenlot';
type Lies = {
  readonly issuer?: string;
  readonly claims?: JWTPayload;
  readonly header?: object;
  readonly isUnsigned?: boolean;
  readonly isOthersKey?: boolean;
  readonly isTorn?: boolean;
  readonly isLeadingOn?: boolean;
};

let lies: Lies = {};
let nonce = '';
let provider: Server;
let theirs: string;
let ours: string;
let world: World;
let key: CryptoKey;
let othersKey: CryptoKey;

beforeAll(async () => {
  [theirs, ours] = [`http://127.0.0.1:${await freePort()}`, `http://127.0.0.1:${await freePort()}`];
  const pair = await generateKeyPair('ES256', { extractable: true });
  key = pair.privateKey;
  othersKey = (await generateKeyPair('ES256')).privateKey;
  const jwks = { keys: [{ ...(await exportJWK(pair.publicKey)), alg: 'ES256', kid: 'k', use: 'sig' }] };
  provider = createServer((request, response) => {
    const path = new URL(request.url ?? '/', theirs).pathname;
    const send = (body: object) => response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
    if (path === '/jwks') return void send(jwks);
    if (path === '/token' && lies.isLeadingOn)
      return void response.writeHead(307, { location: `${theirs}/elsewhere` }).end();
    if (path === '/token' || path === '/elsewhere')
      return void idToken().then((id_token) => send({ access_token: 'x', token_type: 'Bearer', id_token }));
    return void send({
      issuer: lies.issuer ?? theirs,
      authorization_endpoint: `${theirs}/authorize`,
      token_endpoint: `${theirs}/token`,
      jwks_uri: `${theirs}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['ES256'],
      authorization_response_iss_parameter_supported: true,
    });
  });
  await new Promise<void>((resolve) => void provider.listen(Number(new URL(theirs).port), '127.0.0.1', resolve));
  const settings = {
    VARIANT: 'GLOBAL',
    OIDC_ISSUER: theirs,
    OIDC_CLIENT_ID: CLIENT_ID,
    OIDC_CLIENT_SECRET: 'a secret of both',
  };
  world = await identityWorld({ PUBLIC_URL: ours, ...settings });
  await world.app.listen({ port: Number(new URL(ours).port), host: '127.0.0.1' });
});
beforeEach(() => {
  lies = {};
});
afterAll(async () => {
  await world.close();
  provider.close();
  provider.closeAllConnections();
});

async function idToken(): Promise<string> {
  const seconds = Math.floor(Date.now() / 1000);
  const claims = { iss: theirs, aud: CLIENT_ID, sub: 'anna', iat: seconds, exp: seconds + 300, nonce, ...lies.claims };
  if (lies.isUnsigned) return new UnsecuredJWT(claims).encode();
  const token = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'ES256', kid: 'k', ...lies.header })
    .sign(lies.isOthersKey ? othersKey : key);
  const [head = '', , signature = ''] = token.split('.');
  const changed = Buffer.from(JSON.stringify({ ...claims, sub: 'admin' })).toString('base64url');
  return lies.isTorn ? `${head}.${changed}.${signature}` : token;
}

/**
 * Follows the redirects to the provider and back. Returns whether the user is then signed in. `query` is sent to our
 * server in addition to the authorization code.
 */
async function isSignedIn(query: Record<string, string> = { iss: theirs }): Promise<boolean> {
  const browser = createHttpBrowser();
  const request = authorizeRequest(world);
  const isThere = (url: URL) => url.origin === theirs;
  const { url } = await browser.goTo(ours + request.url, undefined, isThere);
  // Wrong metadata are refused before any redirect. All other lies must be refused after the redirect back.
  if (!isThere(url) && lies.issuer !== undefined) return false;
  expect(url.origin).toBe(theirs);
  nonce = url.searchParams.get('nonce') ?? '';
  const back = new URLSearchParams({ code: 'x', state: url.searchParams.get('state') ?? '', ...query });
  const isBack = ({ pathname }: URL) => pathname === '/callback';
  const end = await browser.goTo(`${ours}/connect/foreign/callback?${back.toString()}`, undefined, isBack);
  return end.url.searchParams.has('code') && isBack(end.url);
}

test('10.5.3: rejects metadata of another issuer', async () => {
  for (const issuer of ['https://evil.example', `${theirs}/other`, `${theirs}.evil.example`]) {
    lies = { issuer };
    expect([issuer, await isSignedIn()]).toEqual([issuer, false]);
  }
  lies = {};
  expect(await isSignedIn()).toBe(true);
});

test('6.8.2: an ID token that is unsigned, signed with another key or changed signs nobody in', async () => {
  for (const lie of [
    { isUnsigned: true },
    { isOthersKey: true },
    { isOthersKey: true, header: { kid: undefined } },
    { isOthersKey: true, header: { jku: 'https://evil.example/jwks' } },
    { isTorn: true },
  ]) {
    lies = lie;
    expect([lie, await isSignedIn()]).toEqual([lie, false]);
  }
});

test('10.5.1: an ID token of another sign-in, or of none, signs nobody in', async () => {
  for (const claims of [{ nonce: 'of another sign-in' }, { nonce: undefined }, { nonce: '' }]) {
    lies = { claims };
    expect([claims, await isSignedIn()]).toEqual([claims, false]);
  }
});

test('10.5.4, 10.2.2: an ID token for another client, of another issuer or outside its time signs nobody in', async () => {
  const seconds = Math.floor(Date.now() / 1000);
  for (const claims of [
    { aud: 'another-client' },
    { aud: undefined },
    { aud: [CLIENT_ID, 'another-client'], azp: 'another-client' },
    { iss: 'https://evil.example' },
    { exp: seconds - 3_600 },
    { exp: undefined },
    { sub: undefined },
  ]) {
    lies = { claims };
    expect([claims, await isSignedIn()]).toEqual([claims, false]);
  }
});

test('10.2.2: rejects an answer that names another provider, or none', async () => {
  expect(await isSignedIn({ iss: 'https://evil.example' })).toBe(false);
  expect(await isSignedIn({})).toBe(false);
});

test('10.1.2, 10.2.1: rejects an answer that this browser did not request', async () => {
  expect(await isSignedIn({ iss: theirs, state: 'made-up' })).toBe(false);
  const browser = createHttpBrowser();
  const { url } = await browser.goTo(ours + authorizeRequest(world).url, undefined, ({ origin }) => origin === theirs);
  nonce = url.searchParams.get('nonce') ?? '';
  const state = url.searchParams.get('state') ?? '';
  const address = `${ours}/connect/foreign/callback?code=x&state=${state}&iss=${encodeURIComponent(theirs)}`;
  const isBack = ({ pathname }: URL) => pathname === '/callback';
  // Another user's browser follows a link to this address.
  const other = await createHttpBrowser().goTo(address, undefined, isBack);
  expect(isBack(other.url)).toBe(false);
  expect(isBack((await browser.goTo(address, undefined, isBack)).url)).toBe(true);
});

test('15.3.2: follows no redirect of the provider, so another address gets no code', async () => {
  lies = { isLeadingOn: true };
  expect(await isSignedIn()).toBe(false);
  lies = {};
  expect(await isSignedIn()).toBe(true);
});
