import { expect, test } from 'vitest';
import { applyLine } from '#server/room/room-state.ts';
import { snapshotForAll } from '#server/room/present-room.ts';
import { aRoomState } from '#testing/builders/room-state-builders.ts';

const NOW = Date.parse('2026-03-01T09:00:00.000Z');

const aState = () => aRoomState({ times: { startsAtMs: 0, endsAtMs: NOW + 1_000, readAtMs: NOW } });

const NOTHING = { bidId: null, itemId: null, bidderId: null, alias: null, priceCents: null, quantity: null } as const;

test('parallel readers share one snapshot for each audience', () => {
  const state = aState();
  const first = snapshotForAll(state, 'participants', NOW);
  expect(snapshotForAll(state, 'participants', NOW + 100)).toBe(first);
  expect(snapshotForAll(state, 'admins', NOW + 100)).not.toBe(first);
});

test('makes a new snapshot for another version, other times, or when the old one expired', () => {
  const state = aState();
  const first = snapshotForAll(state, 'participants', NOW);
  state.times = { ...state.times, closedAtMs: NOW };
  const closed = snapshotForAll(state, 'participants', NOW);
  expect([first.times.isClosed, closed.times.isClosed]).toEqual([false, true]);
  const at = new Date(NOW).toISOString();
  const empty = { ...NOTHING, allowsPartial: null, minimumAcceptable: null, reason: null, until: null };
  applyLine(state, { seq: 1, kind: 'changed', at, ...empty, by: 'admin' });
  expect(snapshotForAll(state, 'participants', NOW).version).toBe(1);
  expect(snapshotForAll(state, 'participants', NOW + 1_000).now).toBe('2026-03-01T09:00:01.000Z');
});
