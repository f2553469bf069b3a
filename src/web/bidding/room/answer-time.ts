import type { Auction } from '#contract/auction/auction.ts';
import type { ConductView } from '#contract/bidding/conduct.ts';
import { answerableUntilMs } from '#domain/auction/answer-time.ts';
import type { RoomTimes } from '#web/bidding/room/phase.ts';

/**
 * Returns the last moment, in ms, that still leaves rivals the full time to answer. Later bids may not lower an item's
 * value (docs/rules.md#no-hidden-withdrawal).
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

/** Returns true if the auction was resumed long enough ago for everybody to have read the message. */
export const isResumedLongAgo = (conduct: Pick<ConductView, 'kind' | 'at'> | null, nowMs: number): boolean =>
  conduct?.kind === 'resumed' && nowMs > Date.parse(conduct.at) + RESUMED_SHOWN_MS;
