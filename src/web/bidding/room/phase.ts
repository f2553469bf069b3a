import type { RoomSnapshot, roomPhaseSchema } from '#contract/bidding/room.ts';
import type * as z from 'zod/mini';
import { statusAt } from '#domain/auction/status.ts';
import type { Connection } from '#web/platform/live/hub.ts';

export type RoomPhase = z.output<typeof roomPhaseSchema>;
export type RoomTimes = RoomSnapshot['times'];

type Timed = Pick<RoomTimes, 'startTime' | 'auctionEndTime' | 'isClosed' | 'pausedAt'>;

/** Where a room stands by the server's clock: sealed before the start, counting between the end and the result. */
export function roomPhaseAt(times: Timed, nowMs: number): RoomPhase {
  if (times.isClosed) return 'closed';
  if (times.pausedAt !== null) return 'paused';
  const status = statusAt(
    { startsAtMs: Date.parse(times.startTime), auctionEndsAtMs: Date.parse(times.auctionEndTime), pausedAtMs: null },
    nowMs,
  );
  if (status === 'upcoming') return 'sealed';
  return status === 'live' ? 'live' : 'counting';
}

/** Why no bid can be placed at this moment; the words stand in the phrases (`room.hindrance.<reason>`). */
export type Hindrance = NonNullable<ReturnType<typeof hindranceOf>>;

/** What is shown must be fresh for a bid to mean what it says: three seconds without word and bidding rests. */
export function hindranceOf(phase: RoomPhase, connection: Connection, hasRoom: boolean) {
  if (phase !== 'live') return phase;
  if (connection.state === 'offline') return 'offline';
  // 401 is about the session, such as a sign-in on another device, and not about this room.
  if (connection.state === 'refused') return connection.refusal?.status === 401 ? 'signedOut' : 'refused';
  if (!hasRoom) return 'connecting';
  return connection.isStale ? 'stale' : undefined;
}

/**
 * Moments at which the time left is spoken to screen readers: the countdown itself is silent, since a timer that speaks
 * every second can't be listened to.
 */
const MOMENTS_S = [600, 300, 60, 10] as const;
export type Moment = (typeof MOMENTS_S)[number];

/** The moment that the clock has just passed: within its last second, else undefined. */
export function momentAt(untilMs: number, nowMs: number): Moment | undefined {
  const leftS = Math.ceil((untilMs - nowMs) / 1_000);
  return MOMENTS_S.find((moment) => moment === leftS);
}
