import { setImmediate as nextTurn } from 'node:timers/promises';
import type { WebSocket } from 'ws';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { CLOSE_CODES } from '#contract/bidding/room.ts';
import type { Database } from '#server/platform/database/database.ts';
import { CONNECTIONS_MAX } from '#server/platform/hub/upgrade.ts';
import {
  claimsOf,
  connectRaw,
  openTestHub,
  PLAIN,
  RELIABLE,
  until,
  type RawClient,
  type TestHub,
} from '#testing/world/hub-world.ts';
import { freshDatabase } from '#testing/world/database.ts';

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

/** Returns a frame as a client sends it. The mask is zero, which leaves the text unchanged. */
const maskedFrame = (firstByte: number, text: string): Buffer =>
  Buffer.concat([Buffer.from([firstByte, 0x80 + text.length, 0, 0, 0, 0]), Buffer.from(text)]);
const PING = '{"type":"ping"}';

describe('disconnects a client that', () => {
  const cases: [what: string, act: (client: RawClient) => void, code: number][] = [
    ['sends no JSON', ({ socket }) => socket.send('{"type":'), 1007],
    [
      'sends text that is not UTF-8',
      ({ socket }) => socket.send(Buffer.from('"\xff"', 'latin1'), { binary: false }),
      1007,
    ],
    ['sends JSON that is no message', ({ socket }) => socket.send('[1,2]'), 1008],
    ['sends an unknown message', ({ send }) => send({ type: 'setGroupState', group: 'room' }), 1008],
    ['omits a part of a message', ({ send }) => send({ type: 'joinGroup' }), 1008],
    ['sends bytes', ({ socket }) => socket.send(Buffer.from(PING)), 1008],
    [
      'sends a message that is too large',
      ({ send }) => send({ type: 'event', event: 'x', data: 'x'.repeat(17_000) }),
      1009,
    ],
    ['sends such a message in parts', ({ socket }) => sendParts(socket, 'x'.repeat(9_000), 'x'.repeat(9_000)), 1009],
    [
      'announces a huge one',
      ({ stream }) => stream.write(Buffer.from([0x81, 0xff, ...Array<number>(8).fill(1)])),
      1009,
    ],
    ['compresses', ({ stream }) => stream.write(maskedFrame(0xc1, PING)), 1002],
    ['sends unmasked frames', ({ stream }) => stream.write(Buffer.from([0x81, 2, 0x7b, 0x7d])), 1002],
    ['sends an unknown kind of frame', ({ stream }) => stream.write(maskedFrame(0x83, PING)), 1002],
    ['continues a message that never began', ({ stream }) => stream.write(maskedFrame(0x80, PING)), 1002],
    ['sends a ping in parts', ({ stream }) => stream.write(maskedFrame(0x09, '')), 1002],
    ['sends too often', ({ send }) => Array.from({ length: 60 }, () => send({ type: 'ping' })), 1008],
    ['pings too often', ({ socket }) => Array.from({ length: 60 }, () => socket.ping()), 1008],
  ];
  it.each(cases)('%s, without harm to others', async (_what, act, code) => {
    const [eve, ana] = [await connect('eve'), await connect('ana')];
    act(eve);
    expect(await eve.closed).toMatchObject({ code });
    expect(test.hub.size()).toBe(1);
    test.hub.broadcast('room', { still: 'here' });
    expect(await ana.next()).toMatchObject({ data: { still: 'here' } });
  });
});

it('a message may come in parts, and compression is declined', async () => {
  const client = await connect('ana');
  expect(client.socket.extensions).toBe('');
  sendParts(client.socket, '{"type"', ':"pi', 'ng"}');
  expect(await client.next()).toEqual({ type: 'pong' });
});

function sendParts(socket: WebSocket, ...parts: readonly string[]): void {
  for (const [index, part] of parts.entries()) socket.send(part, { fin: index === parts.length - 1 });
}

it('limits the connections of one user without affecting others', async () => {
  const eves = await Promise.all(Array.from({ length: CONNECTIONS_MAX }, () => connect('eve')));
  await expect(connect('eve')).rejects.toThrow('HTTP 429');
  await connect('ana');
  eves[0]?.socket.close();
  await until(() => test.hub.size() === CONNECTIONS_MAX);
  await connect('eve');
});

describe('a slow reader', () => {
  it.each([PLAIN, RELIABLE])('is dropped, told to reconnect, and never waited for: %s', async (subprotocol) => {
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

  it('is cut after a while if it does not read at all', async () => {
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

  it('is dropped even if nothing more is sent to it', async () => {
    const slow = await connect('slow');
    slow.socket.pause();
    // More bytes than the socket buffers on both sides hold.
    test.hub.broadcast('room', { text: 'x'.repeat(40_000_000) });
    vi.advanceTimersByTime(15_000);
    slow.socket.resume();
    expect(await slow.closed).toMatchObject({ code: CLOSE_CODES.TOO_SLOW });
  });
});

describe('the heartbeat', () => {
  it('keeps a client that answers and disconnects one that does not', async () => {
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
