import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { CLOSE_CODES, HUB_PATH } from '#contract/bidding/room.ts';
import type { Database } from '#server/platform/database/database.ts';
import { claimsOf, connectRaw, openTestHub, PLAIN, RELIABLE, type TestHub } from '#testing/world/hub-world.ts';
import { deleteExpiredTokens } from '#server/platform/hub/tokens.ts';
import { freshDatabase } from '#testing/world/database.ts';

let database: Database;
let test: TestHub;
/** Another process on the same database. */
let other: TestHub;
beforeAll(async () => {
  ({ database } = await freshDatabase());
  test = await openTestHub(database.db, { origins: ['https://greenlot.example'] });
  other = await openTestHub(database.db);
});
afterAll(async () => {
  await test.close();
  await other.close();
  await database.close();
});

const expire = (ago: string) =>
  sql`update hub_token set expires_at = clock_timestamp() - ${ago}::interval`.execute(database.db);

describe('a token opens one connection', () => {
  it.each([PLAIN, RELIABLE])('and gets a greeting with the connection id: %s', async (subprotocol) => {
    const client = await connectRaw(await test.accessUrl(claimsOf('ana')), subprotocol);
    const greeting = await client.next();
    expect(greeting).toMatchObject({ type: 'system', event: 'connected', userId: 'ana' });
    expect(typeof greeting.connectionId).toBe('string');
    expect('reconnectionToken' in greeting).toBe(subprotocol === RELIABLE);
    expect(client.socket.protocol).toBe(subprotocol);
    client.socket.close();
    await client.closed;
  });

  it('from the Authorization header too', async () => {
    const { accessToken } = await test.hub.issueToken(claimsOf('ana'));
    const headers = { authorization: `Bearer ${accessToken}` };
    const client = await connectRaw(`ws://127.0.0.1:${test.port}${HUB_PATH}`, PLAIN, { headers });
    expect(await client.next()).toMatchObject({ event: 'connected' });
    client.socket.terminate();
  });

  it('is stored hashed and is valid for half a minute (ASVS 4.4.3, 14.2.1)', async () => {
    const askedAtMs = Date.now();
    const { accessToken, expiresAt } = await test.hub.issueToken(claimsOf('ana'));
    const { rows } = await sql<{ row: string }>`select hub_token::text as row from hub_token`.execute(database.db);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.some(({ row }) => row.includes(accessToken))).toBe(false);
    expect(Math.abs(Date.parse(expiresAt) - askedAtMs - 30_000)).toBeLessThan(5_000);
  });

  it('works once, also in two processes in parallel', async () => {
    const url = await test.accessUrl(claimsOf('ana'));
    const atOther = url.replace(String(test.port), String(other.port));
    const tries = await Promise.allSettled([url, atOther, url, atOther].map((each) => connectRaw(each, PLAIN)));
    const opened = tries.filter((each) => each.status === 'fulfilled');
    expect(opened).toHaveLength(1);
    expect(tries.filter((each) => each.status === 'rejected').map(({ reason }) => String(reason))).toEqual(
      Array(3).fill('Error: HTTP 401'),
    );
    opened[0]?.value.socket.terminate();
    await expect(connectRaw(url, PLAIN)).rejects.toThrow('HTTP 401');
  });
});

const from = (origin: string) => ({ headers: { origin } });

describe('a connection is rejected with', () => {
  it('401 without a token, with a wrong one, and with an expired one', async () => {
    const address = `ws://127.0.0.1:${test.port}${HUB_PATH}`;
    await expect(connectRaw(address, PLAIN)).rejects.toThrow('HTTP 401');
    await expect(connectRaw(`${address}?access_token=made-up`, PLAIN)).rejects.toThrow('HTTP 401');
    const url = await test.accessUrl(claimsOf('ana'));
    await expire('1 second');
    await expect(connectRaw(url, PLAIN)).rejects.toThrow('HTTP 401');
  });

  it('400 without a known subprotocol, 403 from a foreign page, 404 elsewhere; the token stays valid (ASVS 4.4.2)', async () => {
    const url = await test.accessUrl(claimsOf('ana'));
    await expect(connectRaw(url)).rejects.toThrow('HTTP 400');
    await expect(connectRaw(url, 'protobuf.webpubsub.azure.v1')).rejects.toThrow('HTTP 400');
    await expect(connectRaw(url, PLAIN, from('https://elsewhere.example'))).rejects.toThrow('HTTP 403');
    await expect(connectRaw(url.replace(HUB_PATH, `${HUB_PATH}s`), PLAIN)).rejects.toThrow('HTTP 404');
    const client = await connectRaw(url, PLAIN, from('https://greenlot.example'));
    client.socket.terminate();
  });

  it('401 if the session ended after the token was issued, not before (ASVS 4.4.4)', async () => {
    const before = await test.accessUrl(claimsOf('eve'));
    const ofOthers = await test.accessUrl(claimsOf('ana'));
    test.hub.closeWhere((claims) => claims.userId === 'eve', CLOSE_CODES.NOT_ALLOWED);
    await expect(connectRaw(before, PLAIN)).rejects.toThrow('HTTP 401');
    (await connectRaw(ofOthers, PLAIN)).socket.terminate();
    // A token from a few milliseconds after the end may be refused too, because clocks are compared with a margin.
    const again = await vi.waitFor(async () => connectRaw(await test.accessUrl(claimsOf('eve')), PLAIN), 30_000);
    again.socket.terminate();
  });
});

it('deletes expired tokens', async () => {
  await test.hub.issueToken(claimsOf('ana'));
  await expire('2 minutes');
  await deleteExpiredTokens(database.db);
  const { rows } = await sql`select 1 from hub_token`.execute(database.db);
  expect(rows).toEqual([]);
  expect(test.errors).toEqual([]);
});
