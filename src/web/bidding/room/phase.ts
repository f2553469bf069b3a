import type { RoomSnapshot, roomPhaseSchema } from '#contract/bidding/room.ts';
import type * as z from 'zod/mini';
import { statusAt } from '#domain/auction/status.ts';
import type { Connection } from '#web/platform/live/hub.ts';

/** The phase of a live room. */
export type RoomPhase = z.output<typeof roomPhaseSchema>;
/** The times of a room, which an admin can change while it runs. */
export type RoomTimes = RoomSnapshot['times'];

type Timed = Pick<RoomTimes, 'startTime' | 'auctionEndTime' | 'isClosed' | 'pausedAt'>;

/**
 * Returns the phase of a room by the server's clock: `sealed` before the start, `closing` between the end and the
 * result.
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

/** Why no bid can be placed now. The texts are in the phrases (`room.hindrance.<reason>`). */
export type Hindrance = NonNullable<ReturnType<typeof hindranceOf>>;

/**
 * Returns why bidding is blocked, if it is. A bid is only meaningful against fresh figures: after three seconds without
 * a message from the server, bidding is blocked.
 */
export function hindranceOf(phase: RoomPhase, connection: Connection, hasRoom: boolean) {
  if (phase !== 'live') return phase;
  if (connection.state === 'offline') return 'offline';
  // A 401 concerns the session, such as a sign-in on another device, and not this room.
  if (connection.state === 'refused') return connection.refusal?.status === 401 ? 'signedOut' : 'refused';
  if (!hasRoom) return 'connecting';
  return connection.isStale ? 'stale' : undefined;
}

/**
 * Moments, in seconds before the end, at which screen readers announce the remaining time. The countdown itself is
 * silent, because a timer that speaks every second is unusable.
 */
const MOMENTS_S = [600, 300, 60, 10] as const;
/** Seconds before the end at which screen readers hear the remaining time. */
export type Moment = (typeof MOMENTS_S)[number];

/** Returns the moment that was reached within the last second, else undefined. */
export function momentAt(untilMs: number, nowMs: number): Moment | undefined {
  const leftS = Math.ceil((untilMs - nowMs) / 1_000);
  return MOMENTS_S.find((moment) => moment === leftS);
}
