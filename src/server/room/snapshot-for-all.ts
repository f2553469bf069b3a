import type { RoomSnapshot } from '#contract/bidding/room.ts';
import { presentSnapshot, presentTimes, type Audience } from '#server/room/present-room.ts';
import type { RoomState } from '#server/room/room-state.ts';

/** How old the time in it may be: about as old as a long way over the network makes it. */
const FRESH_MS = 200;

type Made = { readonly snapshot: RoomSnapshot; readonly madeAtMs: number };
const made = new WeakMap<RoomState, Map<Audience, Made>>();

/**
 * The whole room as one audience sees it once nothing is sealed to it, made once for all who ask at about the same time:
 * a room of thousands of bids takes tens of milliseconds, and after a break thousands of readers ask at once.
 */
export function snapshotForAll(state: RoomState, audience: Audience, nowMs: number): RoomSnapshot {
  const ofState = made.get(state) ?? new Map<Audience, Made>();
  made.set(state, ofState);
  const known = ofState.get(audience);
  if (known && isCurrent(known, state, nowMs)) return known.snapshot;
  const snapshot = presentSnapshot(state, { audience, bidderId: null }, nowMs);
  ofState.set(audience, { snapshot, madeAtMs: nowMs });
  return snapshot;
}

const isCurrent = ({ snapshot, madeAtMs }: Made, state: RoomState, nowMs: number): boolean =>
  snapshot.version === state.version &&
  Math.abs(nowMs - madeAtMs) <= FRESH_MS &&
  JSON.stringify(snapshot.times) === JSON.stringify(presentTimes(state));
