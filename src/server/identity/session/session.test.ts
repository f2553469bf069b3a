import { createHash } from 'node:crypto';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLIENT_ID } from '#server/platform/config/config.ts';
import { deleteExpiredIdentityRows } from '#server/identity/identity.ts';
import { deleteSessionsOf } from '#server/identity/session/user-session.ts';
import {
  aDevice,
  askToken,
  aUser,
  callAs,
  givePassword,
  identityWorld,
  sessionIn,
  signIn,
  tokensOf,
  type Device,
  type World,
} from '#testing/world/identity-world.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
let world: World;
const ended: string[] = [];
beforeAll(async () => {
  world = await identityWorld();
  world.identity.ends.onEnded((ids) => ended.push(...ids));
});
afterAll(() => world.close());

const refresh = (device: Device, refreshToken: string) =>
  askToken(world, device, { grant_type: 'refresh_token', refresh_token: refreshToken });

const revoke = (token: string) =>
  world.app.inject({
    method: 'POST',
    url: '/connect/revocation',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ client_id: CLIENT_ID, token, token_type_hint: 'refresh_token' }).toString(),
  });

describe('a session', () => {
  it('is replaced by the next sign-in, which the old device learns', async () => {
    const { username } = await aUser(world);
    const [one, two] = [aDevice(), aDevice()];
    const old = await signIn(world, one, username, true);
    const fresh = await signIn(world, two, username);
    expect(await callAs(world, old.accessToken)).toBe('logged_in_on_different_device');
    expect((await refresh(one, old.refreshToken)).body.error).toBe('invalid_grant');
    expect(await callAs(world, fresh.accessToken)).toBe(200);
    expect(ended).toContain(sessionIn(old));
    expect(ended).not.toContain(sessionIn(fresh));
    world.pass(11 * MINUTE_MS);
    expect(await callAs(world, old.accessToken)).toBe('logged_in_on_different_device');
    expect(await callAs(world, fresh.accessToken)).toBe('token_expired');
    expect((await refresh(two, fresh.refreshToken)).status).toBe(200);
  });

  it('leaves the sessions of other users alone', async () => {
    const [a, b] = [await aUser(world), await aUser(world)];
    const tokens = await signIn(world, aDevice(), a.username);
    await signIn(world, aDevice(), b.username);
    expect(await callAs(world, tokens.accessToken)).toBe(200);
  });

  it('ends when its refresh token is revoked by signing out (ASVS 7.4.1, 10.4.9)', async () => {
    const { username } = await aUser(world);
    const tokens = await signIn(world, aDevice(), username);
    expect((await revoke(tokens.refreshToken)).statusCode).toBe(200);
    expect(await callAs(world, tokens.accessToken)).toBe('session_revoked');
    expect((await refresh(aDevice(), tokens.refreshToken)).body.error).toBe('invalid_grant');
    expect(ended).toContain(sessionIn(tokens));
  });

  it('ends when a token is revoked that another tab has just exchanged', async () => {
    const { username } = await aUser(world);
    const device = aDevice();
    const tokens = await signIn(world, device, username);
    const next = tokensOf(await refresh(device, tokens.refreshToken));
    await revoke(tokens.refreshToken);
    expect(await callAs(world, next.accessToken)).toBe('session_revoked');
  });

  it('ends after 30 days, however active it is', async () => {
    const { username } = await aUser(world);
    const tokens = await signIn(world, aDevice(), username);
    world.pass(30 * DAY_MS);
    expect(await callAs(world, tokens.accessToken)).toBe('session_revoked');
  });

  it('ends on request', async () => {
    const { id, username } = await aUser(world);
    const dead = await signIn(world, aDevice(), username);
    const { db, ends } = world.identity;
    ends.announce(await db.transaction().execute((own) => deleteSessionsOf({ ends }, own, id)));
    expect(await callAs(world, dead.accessToken)).toBe('session_revoked');
  });
});

describe('a refresh token', () => {
  it('is exchanged by exactly one of several parallel calls, and the session continues', async () => {
    const { username } = await aUser(world);
    const device = aDevice();
    const tokens = await signIn(world, device, username);
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(device, tokens.refreshToken)));
    const winners = answers.filter(({ status }) => status === 200);
    expect(winners).toHaveLength(1);
    expect(answers.filter(({ body }) => body.error === 'invalid_grant')).toHaveLength(19);
    const next = winners.map(tokensOf)[0];
    expect(await callAs(world, next?.accessToken ?? '')).toBe(200);
    expect((await refresh(device, next?.refreshToken ?? '')).status).toBe(200);
  });

  it('reused within 10 seconds is rejected without harm; later it ends the session (ASVS 10.4.5)', async () => {
    const { username } = await aUser(world);
    const device = aDevice();
    const tokens = await signIn(world, device, username);
    const next = tokensOf(await refresh(device, tokens.refreshToken));
    world.pass(9_000);
    expect((await refresh(device, tokens.refreshToken)).body.error).toBe('invalid_grant');
    expect(await callAs(world, next.accessToken)).toBe(200);
    world.pass(2_000);
    expect((await refresh(device, tokens.refreshToken)).body.error).toBe('invalid_grant');
    expect(await callAs(world, next.accessToken)).toBe('session_revoked');
    expect((await refresh(device, next.refreshToken)).body.error).toBe('invalid_grant');
  });

  it('is not stored in plain text', async () => {
    const { username } = await aUser(world);
    const device = aDevice();
    const tokens = await signIn(world, device, username);
    const rows = await world.database.db.selectFrom('oidc_model').selectAll().execute();
    const stored = JSON.stringify(rows);
    expect(rows.length).toBeGreaterThan(2);
    for (const secret of [tokens.refreshToken, device.cookies.greenlot_session ?? '-'])
      expect(stored).not.toContain(secret);
    expect(stored).toContain(createHash('sha256').update(tokens.refreshToken).digest('hex'));
  });
});

describe('an access token', () => {
  it('is rejected when missing, damaged, or not a token', async () => {
    const { username } = await aUser(world);
    const tokens = await signIn(world, aDevice(), username);
    const [head, body, signature] = tokens.accessToken.split('.');
    const none = `${Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')}.${body}.`;
    for (const token of [
      '',
      'x',
      `${head}.${body}.${signature?.slice(2)}aa`,
      none,
      tokens.idToken,
      tokens.refreshToken,
    ])
      expect(await callAs(world, token)).toBe('not_signed_in');
    const bare = await world.app.inject({ url: '/auction-api/profile' });
    expect(bare.json()).toMatchObject({ code: 'not_signed_in' });
  });

  it('is rejected from another key or for another audience', async () => {
    const { id, username } = await aUser(world);
    const tokens = await signIn(world, aDevice(), username);
    const { privateKey } = await generateKeyPair('ES256', { extractable: true });
    const own = world.identity.keys.privateKeys[0];
    const forge = (aud: string, key: Parameters<SignJWT['sign']>[0], kid?: string) =>
      new SignJWT({ sid: sessionIn(tokens), role: 'Admin', client_id: 'greenlot-web' })
        .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', ...(kid && { kid }) })
        .setSubject(id)
        .setIssuer(world.identity.issuer)
        .setAudience(aud)
        .setExpirationTime(Math.floor(Date.now() / 1000) + 300)
        .sign(key);
    const stranger = { ...(await exportJWK(privateKey)), alg: 'ES256' };
    expect(await callAs(world, await forge(world.identity.audience, stranger, own?.kid))).toBe('not_signed_in');
    expect(await callAs(world, await forge('http://other.test', own ?? {}, own?.kid))).toBe('not_signed_in');
    expect(await callAs(world, await forge(world.identity.audience, own ?? {}, own?.kid))).toBe(200);
  });
});

it('deletes what has expired', async () => {
  const { username } = await aUser(world);
  await signIn(world, aDevice(), username, true);
  await givePassword(world, aDevice(), username, 'Wrong-horse-9');
  world.pass(31 * DAY_MS);
  await deleteExpiredIdentityRows(world.database.db, world.identity.clock.nowMs());
  const left = ['oidc_model', 'user_session', 'trusted_device', 'one_time_code', 'sign_in_failure'] as const;
  for (const table of left) expect(await world.database.db.selectFrom(table).selectAll().execute()).toEqual([]);
});
