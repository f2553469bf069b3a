import { exportJWK, generateKeyPair, SignJWT, type JWK } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  aDevice,
  askToken,
  aUser,
  callAs,
  identityWorld,
  sessionIn,
  signIn,
  tokensOf,
  type Tokens,
  type World,
} from '#testing/world/identity-world.ts';

const MINUTE_MS = 60_000;
let world: World;
beforeAll(async () => void (world = await identityWorld()));
afterAll(() => world.close());

const someone = async () => {
  const { id, username } = await aUser(world);
  const device = aDevice();
  return { id, device, tokens: await signIn(world, device, username) };
};

type Forgery = { sub: string; sid: string; header?: object; alg?: string; key: Parameters<SignJWT['sign']>[0] };

/** Returns a token like ours, except for the given parts. */
const forge = ({ sub, sid, header = {}, alg = 'ES256', key }: Forgery): Promise<string> =>
  new SignJWT({ sid, role: 'Admin', client_id: 'greenlot-web' })
    .setProtectedHeader({ alg, typ: 'at+jwt', kid: ownKey().kid ?? '', ...header })
    .setSubject(sub)
    .setIssuer(world.identity.issuer)
    .setAudience(world.identity.audience)
    .setExpirationTime(Math.floor(Date.now() / 1000) + 300)
    .sign(key);

const ownKey = (): JWK => world.identity.keys.privateKeys[0] ?? {};

const refresh = (refreshToken: string, clientId?: string) =>
  askToken(world, aDevice(), {
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
    ...(clientId && { client_id: clientId }),
  });

describe('a forged access token is rejected', () => {
  it('that uses our public key as a shared secret (HS256) (ASVS 9.1.1, 9.1.2)', async () => {
    const { id, tokens } = await someone();
    const { x = '', y = '' } = ownKey();
    const published = JSON.stringify(world.identity.keys.publicKeys[0]);
    for (const secret of [published, x + y]) {
      const token = await forge({ sub: id, sid: sessionIn(tokens), alg: 'HS256', key: Buffer.from(secret) });
      expect(await callAs(world, token)).toBe('not_signed_in');
    }
  });

  it('that contains its own key, or a link to one (ASVS 9.1.3)', async () => {
    const { id, tokens } = await someone();
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
    const key = { ...(await exportJWK(privateKey)), alg: 'ES256' };
    const jwk = await exportJWK(publicKey);
    for (const header of [
      { jwk },
      { jwk, kid: undefined },
      { jku: 'https://evil.example/jwks' },
      { kid: '../../dev/null' },
    ])
      expect(await callAs(world, await forge({ sub: id, sid: sessionIn(tokens), header, key }))).toBe('not_signed_in');
  });

  it('that names another user’s session, even with our own signature', async () => {
    const [one, other] = [await someone(), await someone()];
    const token = await forge({ sub: one.id, sid: sessionIn(other.tokens), key: ownKey() });
    expect(await callAs(world, token)).toBe('logged_in_on_different_device');
    const nobody = await aUser(world);
    expect(await callAs(world, await forge({ sub: nobody.id, sid: sessionIn(other.tokens), key: ownKey() }))).toBe(
      'session_revoked',
    );
  });

  it('and so is a real one once it has expired (ASVS 9.2.1)', async () => {
    const { tokens } = await someone();
    world.pass(10 * MINUTE_MS);
    expect(await callAs(world, tokens.accessToken)).toBe('token_expired');
  });
});

describe('a refresh token', () => {
  it('is useless to another client, and the session continues', async () => {
    const { tokens } = await someone();
    expect(await refresh(tokens.refreshToken, 'another-client')).toMatchObject({
      status: 401,
      body: { error: 'invalid_client' },
    });
    expect(await callAs(world, tokens.accessToken)).toBe(200);
    expect((await refresh(tokens.refreshToken)).status).toBe(200);
  });

  it.each(['accessToken', 'idToken'] as const)('cannot be replaced by the %s', async (kind) => {
    const { tokens } = await someone();
    expect((await refresh(tokens[kind])).body.error).toBe('invalid_grant');
    expect(await callAs(world, tokens.accessToken)).toBe(200);
  });

  it('gives tokens of its own user only, whatever else the request says', async () => {
    const [one, other] = [await someone(), await someone()];
    const form = { grant_type: 'refresh_token', refresh_token: one.tokens.refreshToken, username: 'x', sub: other.id };
    const { body } = await askToken(world, other.device, form);
    const claims = String(body.access_token).split('.')[1] ?? '';
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({ sub: one.id });
  });

  it('ends with its session after 30 days, however often it was exchanged (ASVS 10.4.8)', async () => {
    const { tokens } = await someone();
    let last: Tokens = tokens;
    for (let day = 0; day < 29; day += 1) {
      world.pass(24 * 60 * MINUTE_MS);
      last = tokensOf(await refresh(last.refreshToken));
    }
    world.pass(24 * 60 * MINUTE_MS);
    expect((await refresh(last.refreshToken)).body.error).toBe('invalid_grant');
  });
});

describe('a session is not ended', () => {
  it('by another client that revokes a token', async () => {
    const { tokens } = await someone();
    const revoke = (form: Record<string, string>) =>
      world.app.inject({
        method: 'POST',
        url: '/connect/revocation',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams(form).toString(),
      });
    await revoke({ client_id: 'another-client', token: tokens.refreshToken });
    await revoke({ token: tokens.refreshToken });
    await revoke({ client_id: 'greenlot-web', token: tokens.refreshToken.slice(1) });
    expect(await callAs(world, tokens.accessToken)).toBe(200);
  });

  it('by another user’s ID token on the sign-out page, which asks first', async () => {
    const [one, other] = [await someone(), await someone()];
    const url = `/connect/endsession?id_token_hint=${other.tokens.idToken}`;
    const reply = await world.app.inject({ url, cookies: one.device.cookies });
    expect(reply.body).toContain('op.logoutForm');
    expect(await callAs(world, one.tokens.accessToken)).toBe(200);
    expect(await callAs(world, other.tokens.accessToken)).toBe(200);
  });
});
