import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
import {
  aDevice,
  askToken,
  aUser,
  callAs,
  givePassword,
  identityWorld,
  signIn,
  tokensOf,
  type Device,
  type World,
} from '#testing/world/identity-world.ts';

/** A configured client. The tests check how the provider treats clients that break the protocol or attack it. */
const CLIENT = {
  client_id: 'partner',
  name: 'Partner portal',
  redirect_uris: ['https://partner.example/back', 'https://partner.example/other'],
  post_logout_redirect_uris: ['https://partner.example/bye'],
};
const AS_PARTNER = { client_id: 'partner', redirect_uri: 'https://partner.example/back' };

let world: World;
beforeAll(async () => void (world = await identityWorld({ VARIANT: 'GLOBAL', CLIENTS: JSON.stringify([CLIENT]) })));
afterAll(() => world.close());

type Change = Record<string, string | undefined>;

/**
 * Sends an authorization request. Returns the address to which the reply redirects, and the error. The address is empty
 * if the reply is an error page of ours.
 */
async function answerTo(device: Device, change: Change, append = ''): Promise<{ at: string; error: string | null }> {
  const reply = await visit(world, device, authorizeRequest(world, change).url + append);
  const { location } = reply.headers;
  const url = location === undefined ? undefined : new URL(location, world.identity.issuer);
  // If a client requests the answer in the fragment, errors are in the fragment as well.
  const error = url && (url.searchParams.get('error') ?? new URLSearchParams(url.hash.slice(1)).get('error'));
  const page = /<p>([a-z_]+)<\/p>/.exec(reply.body)?.[1];
  return { at: url ? url.origin + url.pathname : '', error: error ?? page ?? null };
}

describe('an authorization request', () => {
  it.each<[string, Change, string]>([
    ['without a response type', { response_type: undefined }, 'invalid_request'],
    ['for an ID token in the address', { response_type: 'id_token' }, 'unsupported_response_type'],
    ['for a token in the address', { response_type: 'token' }, 'unsupported_response_type'],
    ['for both', { response_type: 'code id_token' }, 'unsupported_response_type'],
    ['for a sign-in without a screen', { prompt: 'none login' }, 'invalid_request'],
    ['with an unknown prompt', { prompt: 'dance' }, 'invalid_request'],
    ['without PKCE', { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
    ['with plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['with PKCE without a method, which means plain', { code_challenge_method: undefined }, 'invalid_request'],
    ['with a request object', { request: 'eyJhbGciOiJub25lIn0.e30.' }, 'request_not_supported'],
    ['with the address of a request object', { request_uri: 'https://partner.example/r' }, 'request_uri_not_supported'],
    ['with an ID token of an unknown user', { id_token_hint: 'nonsense' }, 'invalid_request'],
    ['for another resource', { resource: 'https://other.example' }, 'invalid_target'],
  ])('%s is rejected at the client (ASVS 10.4.6, 10.6.1)', async (_what, change, error) => {
    for (const own of [{}, AS_PARTNER]) {
      const answer = await answerTo(aDevice(), { ...own, ...change });
      const at = 'redirect_uri' in own ? own.redirect_uri : `${world.identity.issuer}/callback`;
      expect(answer).toEqual({ at, error });
    }
  });

  it.each<[string, Change]>([
    ['of an unknown client', { client_id: 'nobody' }],
    ['without a client', { client_id: undefined }],
    ['to another origin', { redirect_uri: 'https://evil.example/back' }],
    ['to a longer path', { redirect_uri: 'https://partner.example/back/' }],
    ['to a path with a query', { redirect_uri: 'https://partner.example/back?x=1' }],
    ['to another port', { redirect_uri: 'https://partner.example:444/back' }],
    ['to a host in capital letters', { redirect_uri: 'https://PARTNER.example/back' }],
    ['over an unencrypted connection', { redirect_uri: 'http://partner.example/back' }],
    ['to a user of that host', { redirect_uri: 'https://partner.example@evil.example/back' }],
    ['to the address of another client', { redirect_uri: 'http://greenlot.test/callback' }],
  ])('%s is rejected on our page, without a redirect (ASVS 10.4.1)', async (_what, change) => {
    const answer = await answerTo(aDevice(), { ...AS_PARTNER, ...change });
    expect(answer.at).toBe('');
    expect(answer.error).toMatch(/^invalid_(client|request|redirect_uri)$/);
  });

  it('with a repeated parameter is rejected', async () => {
    for (const twice of ['&state=other', '&scope=openid', '&code_challenge=x'])
      expect((await answerTo(aDevice(), AS_PARTNER, twice)).error).toBe('invalid_request');
    expect(await answerTo(aDevice(), AS_PARTNER, '&redirect_uri=https%3A%2F%2Fpartner.example%2Fother')).toEqual({
      at: '',
      error: 'invalid_request',
    });
  });

  it('by POST is rejected, because its answer would need cookies that any site may use', async () => {
    const { url } = authorizeRequest(world);
    const reply = await visit(
      world,
      aDevice(),
      '/connect/authorize',
      Object.fromEntries(new URL(url, 'http://x').searchParams),
    );
    expect(reply.statusCode).toBeGreaterThanOrEqual(400);
    expect(reply.statusCode).toBeLessThan(500);
  });

  it('with consent asks on our page, and opening it is no consent; unknown scopes are left out', async () => {
    const { username } = await aUser(world);
    const device = aDevice();
    await signInByCode(world, device, username);
    const request = authorizeRequest(world, { ...AS_PARTNER, prompt: 'consent', scope: 'openid offline_access world' });
    const reply = await visit(world, device, request.url);
    const page = String(reply.headers.location);
    expect((await visit(world, device, page)).headers.location).toBeUndefined();
    expect((await callInteraction(world, device, `${page}/details`)).data).toMatchObject({
      consent: { username, toApi: false },
    });
    const { redirectTo } = (await callInteraction(world, device, `${page}/consent`, { isAllowed: true }))
      .data as unknown as { redirectTo: string };
    const back = await returnToClient(world, device, redirectTo);
    const answer = await exchange(world, request, back.get('code'), { client_id: 'partner' });
    expect(answer.status).toBe(200);
    expect(String(answer.body.scope)).not.toContain('world');
    expect(answer.body.refresh_token).toBeTruthy();
  });

  it("with another user's ID token asks for the user, and is rejected without a screen", async () => {
    const [anna, bo] = [await aUser(world), await aUser(world)];
    const device = aDevice();
    await signInByCode(world, device, anna.username);
    const { idToken: id_token_hint } = await signInByCode(world, aDevice(), bo.username);
    expect((await answerTo(device, { id_token_hint })).at).toContain('/connect/interaction/');
    expect((await answerTo(device, { id_token_hint, prompt: 'none' })).error).toBe('login_required');
  });

  it('with max_age asks again if the sign-in is older', async () => {
    const { username } = await aUser(world);
    const device = aDevice();
    await signInByCode(world, device, username);
    expect((await answerTo(device, { max_age: '60' })).at).toBe('http://greenlot.test/callback');
    world.pass(61_000);
    expect((await answerTo(device, { max_age: '60' })).at).toContain('/connect/interaction/');
  });

  it('answered by form_post reaches the client by a form, which the content policy allows', async () => {
    const { username } = await aUser(world);
    const device = aDevice();
    await signInByCode(world, device, username);
    const reply = await visit(
      world,
      device,
      authorizeRequest(world, { ...AS_PARTNER, response_mode: 'form_post' }).url,
    );
    expect(reply.body).toContain('action="https://partner.example/back"');
    expect(reply.body).toMatch(/name="code" value="[\w-]+"/);
  });

  it.each(['state', 'nonce', 'login_hint', 'prompt', 'scope', 'ui_locales'])(
    'with malformed text in %s is rejected without a server error',
    async (name) => {
      for (const bad of ['\0', 'a\0b'])
        expect((await visit(world, aDevice(), authorizeRequest(world, { [name]: bad }).url)).statusCode).toBeLessThan(
          500,
        );
      const raw = `${authorizeRequest(world, { [name]: undefined }).url}&${name}=%ED%A0%80`;
      expect((await visit(world, aDevice(), raw)).statusCode).toBeLessThan(500);
    },
  );
});

describe('an authorization code', () => {
  const aCode = async (change: Change = {}) => {
    const { username } = await aUser(world);
    const device = aDevice();
    const request = authorizeRequest(world, change);
    const at = await openInteraction(world, device, request);
    const back = await returnToClient(world, device, await passInteraction(world, device, at, username));
    return { request, code: back.get('code') };
  };
  const errorOf = async (asked: ReturnType<typeof exchange>) => (await asked).body.error;

  it('works only with its client, redirect address and verifier (ASVS 10.4.1, 10.4.6)', async () => {
    const { request, code } = await aCode(AS_PARTNER);
    const own = { client_id: 'partner' };
    expect(await errorOf(exchange(world, request, code))).toBe('invalid_grant');
    expect(
      await errorOf(exchange(world, request, code, { ...own, redirect_uri: 'https://partner.example/other' })),
    ).toBe('invalid_grant');
    expect(await errorOf(exchange(world, request, code, { ...own, code_verifier: 'x'.repeat(43) }))).toBe(
      'invalid_grant',
    );
    expect(await errorOf(exchange(world, { ...request, verifier: '' }, code, own))).toBe('invalid_grant');
    expect((await exchange(world, request, code, own)).status).toBe(200);
  });

  it('is invalid after a minute (ASVS 10.4.3)', async () => {
    const { request, code } = await aCode();
    world.pass(61_000);
    expect(await errorOf(exchange(world, request, code))).toBe('invalid_grant');
  });

  it('that is used twice counts as stolen and ends the session (ASVS 10.4.2)', async () => {
    const { request, code } = await aCode();
    const { accessToken } = tokensOf(await exchange(world, request, code));
    expect(await callAs(world, accessToken)).toBe(200);
    expect(await errorOf(exchange(world, request, code))).toBe('invalid_grant');
    expect(await callAs(world, accessToken)).toBe('session_revoked');
  });

  it('is invalid once its session has ended', async () => {
    const { username } = await aUser(world);
    const device = aDevice();
    const request = authorizeRequest(world);
    const at = await openInteraction(world, device, request);
    const back = await returnToClient(world, device, await passInteraction(world, device, at, username));
    await signInByCode(world, aDevice(), username);
    expect(await errorOf(exchange(world, request, back.get('code')))).toBe('invalid_grant');
  });

  it('is rejected if malformed, missing or invented', async () => {
    const { request } = await aCode();
    for (const code of ['', 'made-up', 'a\0b', '\uD800'])
      expect(await errorOf(exchange(world, request, code))).toMatch(/^invalid_(grant|request)$/);
  });
});

describe('tokens', () => {
  const refresh = (token: string, scope?: string, client_id = 'greenlot-web') =>
    askToken(world, aDevice(), {
      grant_type: 'refresh_token',
      refresh_token: token,
      client_id,
      ...(scope && { scope }),
    });

  it('are refreshed for fewer scopes, never for more, and by their own client', async () => {
    const { username } = await aUser(world);
    const device = aDevice();
    const tokens = await signInByCode(world, device, username, { ...AS_PARTNER, scope: 'openid email' });
    expect((await refresh(tokens.refreshToken, 'openid email profile', 'partner')).body.error).toBe('invalid_scope');
    expect((await refresh(tokens.refreshToken, undefined)).body.error).toBe('invalid_grant');
    const narrower = await refresh(tokens.refreshToken, 'openid', 'partner');
    expect(narrower).toMatchObject({ status: 200, body: { scope: 'openid' } });
  });

  it('need a POST, a known grant, and no repeated parameters', async () => {
    const send = async (payload: string) =>
      (
        await world.app.inject({
          method: 'POST',
          url: '/connect/token',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          payload,
        })
      ).json<{ error: string }>().error;
    const own = 'client_id=greenlot-web';
    expect(
      (await world.app.inject(`/connect/token?${own}&grant_type=refresh_token`)).statusCode,
    ).toBeGreaterThanOrEqual(400);
    expect(await send(`${own}&grant_type=client_credentials`)).toBe('unsupported_grant_type');
    expect(await send(own)).toBe('invalid_request');
    expect(await send(`${own}&grant_type=refresh_token&refresh_token=a&refresh_token=b`)).toBe('invalid_request');
    expect(await send('client_id=nobody&grant_type=refresh_token&refresh_token=a')).toBe('invalid_client');
  });
});

describe('the identity service', () => {
  it('publishes its metadata at both well-known addresses, and offers nothing weak (ASVS 10.4.7, 10.6.1)', async () => {
    for (const name of ['openid-configuration', 'oauth-authorization-server']) {
      const found = (await world.app.inject(`/.well-known/${name}`)).json<Record<string, unknown>>();
      expect(found).toMatchObject({
        issuer: world.identity.issuer,
        response_types_supported: ['code'],
        code_challenge_methods_supported: ['S256'],
        token_endpoint_auth_methods_supported: ['none'],
        id_token_signing_alg_values_supported: ['ES256'],
      });
      expect(found.grant_types_supported).not.toContain('implicit');
      for (const off of [
        'pushed_authorization_request_endpoint',
        'registration_endpoint',
        'device_authorization_endpoint',
      ])
        expect(found).not.toHaveProperty(off);
    }
  });

  it('offers the password grant in variant TNBX only, and the code flow for our own application in GLOBAL only (ASVS 10.4.4)', async () => {
    const { username } = await aUser(world);
    expect((await givePassword(world, aDevice(), username)).body.error).toBe('unsupported_grant_type');
    const other = await identityWorld({ CLIENTS: JSON.stringify([CLIENT]) });
    const person = await aUser(other);
    expect((await signIn(other, aDevice(), person.username)).accessToken).toBeTruthy();
    const refused = await visit(other, aDevice(), authorizeRequest(other).url);
    expect(refused.statusCode).toBe(400);
    // A configured client signs people in by authorization code in both variants, on the hosted page.
    const tokens = await signInByCode(other, aDevice(), person.username, AS_PARTNER);
    expect(tokens.idToken).toContain('.');
    expect(await callAs(other, tokens.accessToken)).toBe('not_signed_in');
    await other.close();
  });

  it('tells the hosted page which client requests a sign-in', async () => {
    const device = aDevice();
    const at = await openInteraction(world, device, authorizeRequest(world, { ...AS_PARTNER, login_hint: 'anna' }));
    expect((await callInteraction(world, device, `${at}/details`)).data).toEqual({
      clientName: 'Partner portal',
      loginHint: 'anna',
      consent: null,
      phone: null,
    });
  });
});
