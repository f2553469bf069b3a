import { expect, test } from 'vitest';
import type { AuctionId } from '#domain/basics/ids.ts';
import { watchRooms, type RoomEntry } from '#server/room/watch-rooms.ts';

/** Returns rooms with the checks that watch them. `tick` runs each check once. `read` has the rooms that were read. */
function watched(count: number, { isClosed, isHeard }: { isClosed: boolean; isHeard: boolean }) {
  const checks: (() => void)[] = [];
  const read: RoomEntry[] = [];
  const entry = (): RoomEntry => ({
    room: { submit: () => Promise.reject(new Error()), read: () => Promise.resolve(undefined), waiting: () => 0 },
    publisher: { moved: () => undefined, isUnsealDue: () => false, unseal: () => undefined, restart: () => undefined },
    usedAtMs: 0,
    isClosed: () => isClosed,
    isToCompare: false,
  });
  const entries = new Map(Array.from({ length: count }, (_, at) => [String(at) as AuctionId, entry()]));
  const { compare } = watchRooms(entries, {
    store: { isOpenToOthers: true },
    clock: { nowMs: () => 0 },
    timers: {
      every: (_, act) => (checks.push(act), () => undefined),
      after: () => () => undefined,
      turn: async () => undefined,
      monotonicMs: () => 0,
    },
    sockets: { isHeard: () => isHeard },
    readQuietly: (one) => {
      one.isToCompare = false;
      read.push(one);
    },
  });
  const tick = (): number => {
    read.length = 0;
    for (const check of checks) check();
    return read.length;
  };
  return { tick, compare, read };
}

test.each([
  ['open, without listeners', { isClosed: false, isHeard: false }, 50],
  ['closed, with listeners', { isClosed: true, isHeard: true }, 50],
  ['closed, without listeners', { isClosed: true, isHeard: false }, 0],
])('reads rooms that are %s', (_, state, count) => {
  expect(watched(50, state).tick()).toBe(count);
});

test('compares closed rooms without listeners a few at a time, so that open rooms need not wait', () => {
  const { tick, compare, read } = watched(50, { isClosed: true, isHeard: false });
  compare();
  expect(read).toEqual([]);
  expect([tick(), tick(), tick(), tick()]).toEqual([20, 20, 10, 0]);
});

test('compares open rooms at once', () => {
  const { compare, read } = watched(50, { isClosed: false, isHeard: false });
  compare();
  expect(read).toHaveLength(50);
});
