import type { Auction } from '#contract/auction/auction.ts';
import type { ConductView } from '#contract/bidding/conduct.ts';
import { answerableUntilMs } from '#domain/auction/answer-time.ts';
import type { RoomTimes } from '#web/bidding/room/phase.ts';

/**
 * Returns the last time (server's clock, in ms) at which a bid may lower an item's value. After that time, rivals would
 * not have the full time to answer the bid (docs/rules.md#no-hidden-withdrawal).
 */
export const answerableUntil = (
  softClose: Auction['softClose'],
  { startTime, endTime, latestEndTime }: Pick<RoomTimes, 'startTime' | 'endTime' | 'latestEndTime'>,
): number =>
  answerableUntilMs(softClose, {
    startsAtMs: Date.parse(startTime),
    endsAtMs: Date.parse(endTime),
    latestEndMs: Date.parse(latestEndTime),
  });

const RESUMED_SHOWN_MS = 300_000;

/**
 * Returns true if an administrator resumed the auction more than `RESUMED_SHOWN_MS` ago. The message is then no longer
 * shown.
 */
export const isResumedLongAgo = (conduct: Pick<ConductView, 'kind' | 'at'> | null, nowMs: number): boolean =>
  conduct?.kind === 'resumed' && nowMs > Date.parse(conduct.at) + RESUMED_SHOWN_MS;
