import { decodeProtectedHeader } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#server/platform/database/database.ts';
import { openIdentity } from '#server/identity/identity.ts';
import { rotateSigningKeys } from '#server/identity/session/signing-keys.ts';
import { authorizeRequest, signInByCode } from '#testing/world/code-flow.ts';
import { freshDatabase } from '#testing/world/database.ts';
import {
  aDevice,
  askToken,
  aUser,
  callAs,
  identityWorldOn,
  signIn,
  tokensOf,
  type Tokens,
  type World,
} from '#testing/world/identity-world.ts';

const DAY_MS = 24 * 60 * 60_000;
let database: Database;
let world: World;
/** Stands for a process that receives no notifications. */
let deaf: World;
beforeAll(async () => {
  ({ database } = await freshDatabase());
  world = await identityWorldOn(database);
  deaf = await identityWorldOn({ ...database, listen: async () => undefined, close: async () => undefined });
});
afterAll(async () => {
  await deaf.close();
  await world.close();
});
beforeEach(() => world.pass(10_000));

const parts = () => ({ database, secret: world.identity.secret, clock: world.identity.clock });
const kidOf = ({ accessToken }: Tokens) => decodeProtectedHeader(accessToken).kid;
const publishedBy = async ({ app }: World) => {
  const reply = await app.inject({ url: '/.well-known/openid-configuration/jwks' });
  return reply.json<{ keys: Record<string, string>[] }>().keys;
};
const refresh = async (at: World, { refreshToken }: Tokens) =>
  tokensOf(await askToken(at, aDevice(), { grant_type: 'refresh_token', refresh_token: refreshToken }));

/** Rotates the keys, and waits until the notified process signs with the new key. */
async function rotate(options = {}): Promise<void> {
  const before = world.identity.keys.privateKeys[0]?.kid;
  await rotateSigningKeys(parts(), options);
  await expect.poll(() => world.identity.keys.privateKeys[0]?.kid).not.toBe(before);
}

describe('rotating the keys', () => {
  it('signs nobody out: old tokens stay valid, and the new key signs new ones (ASVS 11.2.2)', async () => {
    const { username } = await aUser(world);
    const before = await signIn(world, aDevice(), username);
    await rotate();
    expect(await callAs(world, before.accessToken)).toBe(200);
    const after = await refresh(world, before);
    expect(kidOf(after)).not.toBe(kidOf(before));
    expect(await callAs(world, after.accessToken)).toBe(200);
  });

  it('accepts an ID token of the old key as a hint for signing out', async () => {
    const { username } = await aUser(world);
    const device = aDevice();
    const { idToken, accessToken } = await signIn(world, device, username);
    await rotate();
    world.pass(29 * DAY_MS);
    const reply = await world.app.inject({
      url: `/connect/endsession?id_token_hint=${idToken}`,
      cookies: device.cookies,
    });
    expect(reply.statusCode).toBe(303);
    expect(await callAs(world, accessToken)).toBe('session_revoked');
  });

  it('publishes the public parts of all keys and no private one', async () => {
    await rotate();
    const keys = await publishedBy(world);
    expect(keys.map(({ kid }) => kid)).toEqual(world.identity.keys.privateKeys.map(({ kid }) => kid));
    expect(keys.length).toBeGreaterThan(1);
    for (const key of keys) expect(Object.keys(key).toSorted()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']);
  });

  it('reaches a process that missed the notification, with the first token of an unknown key', async () => {
    const { username } = await aUser(world);
    await rotate();
    const tokens = await signIn(world, aDevice(), username);
    expect(deaf.identity.keys.publicKeys.map(({ kid }) => kid)).not.toContain(kidOf(tokens));
    expect(await callAs(deaf, tokens.accessToken)).toBe(200);
    expect(await publishedBy(deaf)).toEqual(await publishedBy(world));
    expect(kidOf(await refresh(deaf, tokens))).toBe(kidOf(tokens));
  });

  it('makes a process read the keys at most once in five seconds', async () => {
    const { username } = await aUser(world);
    await rotate();
    expect(await callAs(deaf, (await signIn(world, aDevice(), username)).accessToken)).toBe(200);
    await rotate();
    const tokens = await signIn(world, aDevice(), username);
    expect(await callAs(deaf, tokens.accessToken)).toBe('not_signed_in');
    world.pass(5_000);
    expect(await callAs(deaf, tokens.accessToken)).toBe(200);
  });

  it('deletes an old key when none of its tokens can still be valid', async () => {
    await rotate();
    const old = world.identity.keys.privateKeys[1]?.kid;
    world.pass(30 * DAY_MS);
    await rotate();
    expect(world.identity.keys.privateKeys.map(({ kid }) => kid)).toContain(old);
    world.pass(2 * DAY_MS);
    await rotate();
    expect(world.identity.keys.privateKeys.map(({ kid }) => kid)).not.toContain(old);
  });

  it('removes a leaked key immediately, and still signs nobody out', async () => {
    const { username } = await aUser(world);
    const before = await signIn(world, aDevice(), username);
    expect(await callAs(world, before.accessToken)).toBe(200);
    await rotate({ forget: true });
    expect(world.identity.keys.privateKeys).toHaveLength(1);
    expect(await callAs(world, before.accessToken)).toBe('not_signed_in');
    expect(await callAs(world, (await refresh(world, before)).accessToken)).toBe(200);
  });

  it('twice in parallel keeps both new keys', async () => {
    const count = world.identity.keys.privateKeys.length;
    await Promise.all([rotateSigningKeys(parts()), rotateSigningKeys(parts())]);
    await expect.poll(() => world.identity.keys.privateKeys.length).toBe(count + 2);
  });
});

describe('changing SECRET_KEY', () => {
  const OLD = 'the old secret of at least 32 characters';
  const NEW = 'the new secret of at least 32 characters';
  const open = (at: Database, settings: Record<string, string>) => {
    const { clock, config } = world.identity;
    return openIdentity({ database: at, clock, config: { ...config, ...settings } });
  };

  it('seals the keys again, so the old secret opens nothing (ASVS 11.2.2)', async () => {
    const { database: own } = await freshDatabase();
    const before = await open(own, { SECRET_KEY: OLD });
    await expect(open(own, { SECRET_KEY: NEW })).rejects.toThrow('SECRET_KEY');
    const changed = await open(own, { SECRET_KEY: NEW, SECRET_KEY_BEFORE: OLD });
    expect(changed.keys.privateKeys).toEqual(before.keys.privateKeys);
    const after = await open(own, { SECRET_KEY: NEW });
    expect(after.keys.privateKeys).toEqual(before.keys.privateKeys);
    await expect(open(own, { SECRET_KEY: OLD })).rejects.toThrow('SECRET_KEY');
    // A process with the old secret continues with the keys that it read before.
    await rotateSigningKeys({ database: own, secret: after.secret, clock: after.clock });
    for (const { keys } of [after, changed]) await expect.poll(() => keys.privateKeys.length).toBe(2);
    expect(before.keys.privateKeys).toEqual(changed.keys.privateKeys.slice(1));
    await own.close();
  });

  it('signs nobody out: the cookie of a session signed with the old secret stays valid', async () => {
    const { database: own } = await freshDatabase();
    const VARIANT = 'GLOBAL';
    const before = await identityWorldOn(own, { VARIANT, SECRET_KEY: OLD });
    const device = aDevice();
    const { username } = await aUser(before);
    const { accessToken } = await signInByCode(before, device, username);
    const silently = async (settings: Record<string, string>) => {
      const at = await identityWorldOn(own, { VARIANT, ...settings });
      expect(await callAs(at, accessToken)).toBe(200);
      const { url } = authorizeRequest(at);
      const reply = await at.app.inject({ url, cookies: device.cookies });
      return String(reply.headers.location);
    };
    expect(await silently({ SECRET_KEY: NEW, SECRET_KEY_BEFORE: OLD })).toContain('/callback?code=');
    expect(await silently({ SECRET_KEY: NEW })).toContain('/connect/interaction/');
    await before.close();
  });
});
