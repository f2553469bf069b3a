import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { CLOSE_CODES } from '#contract/room.ts';
import type { Database } from '#server/platform/database.ts';
import { CONNECTIONS_MAX } from '#server/platform/hub/upgrade.ts';
import { claimsOf, connectRaw, openTestHub, PLAIN, RELIABLE, until, type TestHub } from '#testing/hub-world.ts';
import { freshDatabase } from '#testing/database.ts';

let database: Database;
let test: TestHub;
beforeAll(async () => {
  ({ database } = await freshDatabase());
});
afterAll(() => database.close());
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] });
  test = await openTestHub(database.db);
});
afterEach(async () => {
  vi.useRealTimers();
  await test.close();
  expect(test.errors).toEqual([]);
});

const connect = async (userId: string, subprotocol = PLAIN, options = {}) => {
  const client = await connectRaw(await test.accessUrl(claimsOf(userId)), subprotocol, options);
  await client.next();
  return client;
};

describe('sends away who', () => {
  it.each([
    ['sends no JSON', '{"type":', 1007],
    ['sends text that is not UTF-8', Buffer.from([0x22, 0xff, 0x22]), 1007],
    ['sends JSON that is no message', '[1,2]', 1008],
    ['sends a message that nobody knows', '{"type":"setGroupState","group":"room"}', 1008],
    ['forgets a part of a message', '{"type":"joinGroup"}', 1008],
    ['sends too large a message', JSON.stringify({ type: 'event', event: 'x', data: 'x'.repeat(17_000) }), 1009],
  ])('%s', async (_what, sent, code) => {
    const client = await connect('eve');
    client.socket.send(sent, { binary: false });
    expect(await client.closed).toMatchObject({ code });
    expect(test.hub.size()).toBe(0);
  });

  it('sends bytes', async () => {
    const client = await connect('eve');
    client.socket.send(Buffer.from('{"type":"ping"}'));
    expect(await client.closed).toMatchObject({ code: 1008 });
  });

  it('sends too often', async () => {
    const client = await connect('eve');
    for (let sent = 0; sent < 60; sent += 1) client.send({ type: 'ping' });
    expect(await client.closed).toMatchObject({ code: 1008 });
  });
});

it('one user holds so many connections and no more; others are not concerned', async () => {
  const eves = await Promise.all(Array.from({ length: CONNECTIONS_MAX }, () => connect('eve')));
  await expect(connect('eve')).rejects.toThrow('HTTP 429');
  await connect('ana');
  eves[0]?.socket.close();
  await until(() => test.hub.size() === CONNECTIONS_MAX);
  await connect('eve');
});

describe('a slow reader', () => {
  it.each([PLAIN, RELIABLE])('is dropped, told to come back, and never waited for: %s', async (subprotocol) => {
    const [slow, quick] = [await connect('slow', subprotocol), await connect('quick', subprotocol)];
    slow.socket.pause();
    const text = 'x'.repeat(100_000);
    let sent = 0;
    while (test.hub.size() === 2 && slow.socket.readyState === slow.socket.OPEN && sent < 200) {
      sent += 1;
      test.hub.broadcast('room', { sent, text });
      expect(await quick.next()).toMatchObject({ data: { sent } });
      if (sent % 50 === 0) await nextTurn();
    }
    slow.socket.resume();
    expect(await slow.closed).toMatchObject({ code: CLOSE_CODES.TOO_SLOW });
    quick.socket.terminate();
  });

  it('that does not even read on is cut after a while', async () => {
    const slow = await connect('slow');
    slow.socket.pause();
    for (let sent = 0; sent < 200; sent += 1) {
      test.hub.broadcast('room', { text: 'x'.repeat(100_000) });
      await nextTurn();
    }
    expect(test.hub.size()).toBe(1);
    vi.advanceTimersByTime(5_000);
    await until(() => test.hub.size() === 0);
    slow.socket.resume();
    await slow.closed;
  });
});

describe('the heartbeat', () => {
  it('keeps who answers and ends who does not', async () => {
    const alive = await connect('ana');
    const dead = await connect('ben', PLAIN, { autoPong: false });
    const bothPinged = Promise.all(
      [alive, dead].map(({ socket }) => new Promise((asked) => socket.once('ping', asked))),
    );
    vi.advanceTimersByTime(15_000);
    await bothPinged;
    alive.send({ type: 'ping' });
    await alive.next();
    expect(test.hub.size()).toBe(2);
    vi.advanceTimersByTime(15_000);
    expect(await dead.closed).toMatchObject({ code: 1006 });
    expect(test.hub.size()).toBe(1);
    expect(alive.socket.readyState).toBe(alive.socket.OPEN);
    alive.socket.terminate();
  });
});
