import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { CLOSE_CODES, HUB_PATH } from '#contract/bidding/room.ts';
import type { Database } from '#server/platform/database/database.ts';
import { BACKLOG_MESSAGES_MAX } from '#server/platform/hub/backlog.ts';
import {
  claimsOf,
  connectRaw,
  openTestHub,
  PLAIN,
  RELIABLE,
  until,
  type Frame,
  type RawClient,
  type TestHub,
} from '#testing/world/hub-world.ts';
import { freshDatabase } from '#testing/world/database.ts';

let database: Database;
let test: TestHub;
beforeAll(async () => {
  ({ database } = await freshDatabase());
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  test = await openTestHub(database.db);
});
afterAll(async () => {
  vi.useRealTimers();
  await test.close();
  await database.close();
  expect(test.errors).toEqual([]);
});

const recoveryUrl = ({ connectionId, reconnectionToken }: Frame) =>
  `ws://127.0.0.1:${test.port}${HUB_PATH}?awps_connection_id=${String(connectionId)}` +
  `&awps_reconnection_token=${String(reconnectionToken)}`;

async function connect(subprotocol = RELIABLE, userId = 'ana'): Promise<{ client: RawClient; greeting: Frame }> {
  const client = await connectRaw(await test.accessUrl(claimsOf(userId)), subprotocol);
  return { client, greeting: await client.next() };
}

/** Cuts the connection without a close frame, and waits until the hub has noticed. */
async function lose(client: RawClient): Promise<void> {
  const before = test.hub.size();
  client.socket.terminate();
  await until(() => test.hub.size() === before - 1);
}

const sequenceIds = async (client: RawClient, count: number) => {
  const ids = [];
  while (ids.length < count) ids.push((await client.next()).sequenceId);
  return ids;
};

describe('a reader that lost its connection', () => {
  it('gets every message that it had not acknowledged, in order and unchanged, and continues', async () => {
    const { client, greeting } = await connect();
    for (const n of [1, 2, 3]) test.hub.broadcast('room', { n });
    expect(await sequenceIds(client, 3)).toEqual([1, 2, 3]);
    client.send({ type: 'sequenceAck', sequenceId: 2 });
    client.send({ type: 'ping' });
    expect(await client.next()).toEqual({ type: 'pong' });
    await lose(client);
    for (const n of [4, 5]) test.hub.broadcast('room', { n });

    const back = await connectRaw(recoveryUrl(greeting), RELIABLE);
    expect(await back.next()).toEqual(greeting);
    for (const n of [3, 4, 5]) expect(await back.next()).toMatchObject({ sequenceId: n, data: { n } });
    test.hub.broadcast('room', { n: 6 });
    expect(await back.next()).toMatchObject({ sequenceId: 6, group: 'room', data: { n: 6 } });
    back.socket.close(1000);
    await back.closed;
  });

  it('replaces a connection that the hub still considers alive', async () => {
    const { client, greeting } = await connect();
    const back = await connectRaw(recoveryUrl(greeting), RELIABLE);
    expect(await client.closed).toMatchObject({ code: 1006 });
    expect(await back.next()).toEqual(greeting);
    test.hub.broadcast('room', { once: true });
    expect(await back.next()).toMatchObject({ sequenceId: 1 });
    expect(test.hub.size()).toBe(1);
    back.socket.close(1000);
    await back.closed;
  });

  it('may reconnect after an acknowledged part of its messages was dropped', async () => {
    const { client, greeting } = await connect();
    const count = BACKLOG_MESSAGES_MAX + 5;
    for (let n = 1; n <= count; n += 1) test.hub.broadcast('room', { n });
    expect((await sequenceIds(client, count)).at(-1)).toBe(count);
    client.send({ type: 'sequenceAck', sequenceId: count - 1 });
    client.send({ type: 'ping' });
    await client.next();
    await lose(client);
    const back = await connectRaw(recoveryUrl(greeting), RELIABLE);
    await back.next();
    expect(await back.next()).toMatchObject({ sequenceId: count });
    back.socket.close(1000);
    await back.closed;
  });
});

async function expectRefused(greeting: Frame): Promise<void> {
  const back = await connectRaw(recoveryUrl(greeting), RELIABLE);
  expect(await back.closed).toMatchObject({ code: 1008 });
}

describe('must start again immediately (1008)', () => {
  it('with a wrong token or an unknown connection, which does not affect the real one', async () => {
    const { client, greeting } = await connect();
    await expectRefused({ ...greeting, reconnectionToken: 'made up' });
    await expectRefused({ ...greeting, reconnectionToken: '' });
    await expectRefused({ ...greeting, connectionId: 'made up' });
    test.hub.broadcast('room', { here: true });
    expect(await client.next()).toMatchObject({ sequenceId: 1 });
    client.socket.close(1000);
    await client.closed;
  });

  it('after it missed more messages than are kept', async () => {
    const { client, greeting } = await connect();
    await lose(client);
    for (let n = 0; n <= BACKLOG_MESSAGES_MAX; n += 1) test.hub.broadcast('room', { n });
    await expectRefused(greeting);
  });

  it('after it missed more bytes than are kept', async () => {
    const { client, greeting } = await connect();
    await lose(client);
    for (let n = 0; n < 5; n += 1) test.hub.broadcast('room', { text: 'x'.repeat(500_000) });
    await expectRefused(greeting);
  });

  it('after it was away for too long', async () => {
    const { client, greeting } = await connect();
    await lose(client);
    const now = vi.spyOn(performance, 'now');
    now.mockReturnValue(performance.now() + 61_000);
    vi.advanceTimersByTime(15_000);
    now.mockRestore();
    await expectRefused(greeting);
  });

  it('after it closed the connection itself', async () => {
    const { client, greeting } = await connect();
    client.socket.close();
    await client.closed;
    await expectRefused(greeting);
  });

  it('after its session ended, connected or not', async () => {
    const [here, away] = [await connect(RELIABLE, 'eve'), await connect(RELIABLE, 'eve')];
    await lose(away.client);
    test.hub.closeWhere((claims) => claims.userId === 'eve', CLOSE_CODES.SESSION_ENDED);
    expect(await here.client.closed).toMatchObject({ code: CLOSE_CODES.SESSION_ENDED });
    await expectRefused(here.greeting);
    await expectRefused(away.greeting);
  });
});

it('the plain subprotocol gets no recovery token and cannot recover', async () => {
  const { client, greeting } = await connect(PLAIN);
  await expect(connectRaw(recoveryUrl(greeting), PLAIN)).rejects.toThrow('HTTP 401');
  const back = await connectRaw(recoveryUrl({ ...greeting, reconnectionToken: 'x' }), RELIABLE);
  expect(await back.closed).toMatchObject({ code: 1008 });
  await lose(client);
});
