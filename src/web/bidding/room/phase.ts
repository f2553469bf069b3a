import type { RoomSnapshot } from '#contract/bidding/room.ts';
import type * as z from 'zod/mini';
import type { roomPhaseSchema } from '#contract/bidding/room.ts';
import { statusAt } from '#domain/auction/status.ts';

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
