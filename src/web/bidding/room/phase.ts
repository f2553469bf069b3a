import type { RoomSnapshot, roomPhaseSchema } from '#contract/bidding/room.ts';
import type * as z from 'zod/mini';
import { statusAt } from '#domain/auction/status.ts';
import type { Connection } from '#web/platform/live/hub.ts';

/** The phase of a live room. */
export type RoomPhase = z.output<typeof roomPhaseSchema>;
/** The times of a room. An administrator can change them during the auction. */
export type RoomTimes = RoomSnapshot['times'];

type Timed = Pick<RoomTimes, 'startTime' | 'auctionEndTime' | 'isClosed' | 'pausedAt'>;

/**
 * Returns the phase of a room at `nowMs` (server's clock). The phase is `sealed` before the start, and `closing`
 * between the end and the result.
 */
export function roomPhaseAt(times: Timed, nowMs: number): RoomPhase {
  if (times.isClosed) return 'closed';
  if (times.pausedAt !== null) return 'paused';
  const status = statusAt(
    { startsAtMs: Date.parse(times.startTime), auctionEndsAtMs: Date.parse(times.auctionEndTime), pausedAtMs: null },
    nowMs,
  );
  if (status === 'upcoming') return 'sealed';
  return status === 'live' ? 'live' : 'closing';
}

/** A reason why no bid can be placed now. Its text is a phrase whose key starts with `room.hindrance`. */
export type Hindrance = NonNullable<ReturnType<typeof hindranceOf>>;

/**
 * Returns the reason why no bid can be placed now; undefined if bidding is possible. A bidder needs current figures, so
 * bidding is blocked after three seconds without a message from the server.
 */
export function hindranceOf(phase: RoomPhase, connection: Connection, hasRoom: boolean) {
  if (phase !== 'live') return phase;
  if (connection.state === 'offline') return 'offline';
  // A 401 means that the session ended, for example by a sign-in on another device. The room itself is not refused.
  if (connection.state === 'refused') return connection.refusal?.status === 401 ? 'signedOut' : 'refused';
  if (!hasRoom) return 'connecting';
  return connection.isStale ? 'stale' : undefined;
}

/**
 * Seconds before the end at which screen readers announce the remaining time. The countdown itself is silent, because
 * an announcement every second would be unusable.
 */
const MOMENTS_S = [600, 300, 60, 10] as const;
/** One of the moments in `MOMENTS_S`, in seconds before the end. */
export type Moment = (typeof MOMENTS_S)[number];

/** Returns the moment that `nowMs` reached within the last second; undefined if there is none. */
export function momentAt(untilMs: number, nowMs: number): Moment | undefined {
  const leftS = Math.ceil((untilMs - nowMs) / 1_000);
  return MOMENTS_S.find((moment) => moment === leftS);
}
