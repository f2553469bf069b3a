import { generateCodeVerifier, OAuth2Client } from '@badgateway/oauth2-client';
import * as openid from 'openid-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openInteraction, passInteraction, visit } from '#testing/world/code-flow.ts';
import { freePort } from '#testing/world/free-port.ts';
import { aDevice, aUser, callAs, identityWorld, type Device, type World } from '#testing/world/identity-world.ts';

/**
 * This file tests client libraries of other people, which know only our discovery document. They sign people in here.
 * Another library is tested in e2e.
 */
const redirectUri = 'http://127.0.0.1:4000/back';
const clientId = 'partner';
const scope = 'openid profile email offline_access';

let world: World;
let issuer: string;
beforeAll(async () => {
  const port = await freePort();
  issuer = `http://127.0.0.1:${port}`;
  const client = { client_id: clientId, name: 'Partner', redirect_uris: [redirectUri] };
  world = await identityWorld({ VARIANT: 'GLOBAL', PUBLIC_URL: issuer, CLIENTS: JSON.stringify([client]) });
  await world.app.listen({ port, host: '127.0.0.1' });
});
afterAll(() => world.close());

/**
 * Returns the signed-in person's name, or the status of a refusal. A token for sign-in gives access only to userinfo.
 */
const whoIs = async (accessToken: string): Promise<string | number> => {
  const reply = await fetch(`${issuer}/connect/userinfo`, { headers: { authorization: `Bearer ${accessToken}` } });
  return reply.status === 200
    ? ((await reply.json()) as { preferred_username: string }).preferred_username
    : reply.status;
};

/**
 * Opens the address to which a client sends the browser, and signs in. Returns the client's address to which the
 * browser returns.
 */
async function goThrough(device: Device, url: string, username: string): Promise<URL> {
  const request = { url, verifier: '', redirectUri };
  const at = await openInteraction(world, device, request);
  const done = await visit(world, device, await passInteraction(world, device, at, username));
  return new URL(String(done.headers.location));
}

it('openid-client signs in, refreshes, and signs out', async () => {
  const { id, username } = await aUser(world);
  const device = aDevice();
  const config = await openid.discovery(new URL(issuer), clientId, undefined, openid.None(), {
    execute: [openid.allowInsecureRequests, openid.enableNonRepudiationChecks],
  });
  const pkceCodeVerifier = openid.randomPKCECodeVerifier();
  const [expectedState, expectedNonce] = [openid.randomState(), openid.randomNonce()];
  const url = openid.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope,
    code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
    state: expectedState,
    nonce: expectedNonce,
  });
  const back = await goThrough(device, url.href, username);
  const checks = { pkceCodeVerifier, expectedState, expectedNonce, idTokenExpected: true };
  const tokens = await openid.authorizationCodeGrant(config, back, checks);
  expect(tokens.claims()).toMatchObject({ sub: id, preferred_username: username, iss: issuer, aud: clientId });
  expect(await whoIs(tokens.access_token)).toBe(username);
  expect(await callAs(world, tokens.access_token)).toBe('not_signed_in');
  const next = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '');
  expect(await whoIs(next.access_token)).toBe(username);
  const out = openid.buildEndSessionUrl(config, { id_token_hint: next.id_token ?? '' });
  await visit(world, device, out.href);
  expect(await whoIs(next.access_token)).toBe(401);
});

it('@badgateway/oauth2-client signs in, refreshes, and revokes', async () => {
  const { username } = await aUser(world);
  const client = new OAuth2Client({
    clientId,
    server: issuer,
    discoveryEndpoint: '/.well-known/oauth-authorization-server',
  });
  const codeVerifier = await generateCodeVerifier();
  const state = 'its-own-state';
  const url = await client.authorizationCode.getAuthorizeUri({
    redirectUri,
    state,
    codeVerifier,
    scope: scope.split(' '),
  });
  const back = await goThrough(aDevice(), url, username);
  const tokens = await client.authorizationCode.getTokenFromCodeRedirect(back.href, {
    redirectUri,
    state,
    codeVerifier,
  });
  expect(await whoIs(tokens.accessToken)).toBe(username);
  const next = await client.refreshToken(tokens);
  expect(await whoIs(next.accessToken)).toBe(username);
  await client.revoke(next, 'refresh_token');
  expect(await whoIs(next.accessToken)).toBe(401);
});

it('pages of a configured client may call from its origin, other pages may not (ASVS 3.4.2)', async () => {
  const ask = async (origin: string) => {
    const reply = await fetch(`${issuer}/connect/token`, {
      method: 'POST',
      headers: { origin },
      body: new URLSearchParams({ client_id: clientId, grant_type: 'refresh_token', refresh_token: 'x' }),
    });
    return reply.headers.get('access-control-allow-origin');
  };
  expect(await ask('http://127.0.0.1:4000')).toBe('http://127.0.0.1:4000');
  expect(await ask('http://127.0.0.1:4001')).toBeNull();
});
