import { Refused } from '#server/platform/http/refused.ts';

/**
 * Limits how often a caller may call.
 * @throws Refused bids_too_fast
 */
export type CallLimit = { take(who: string): void };

/** The size of a burst after a pause: as many calls as the even rate allows in this number of seconds. */
const BURST_SECONDS = 20;
/** The maximum number of callers in memory. When it is reached, all callers start again with a full burst. */
const CALLERS_MAX = 100_000;

/**
 * Limits each caller to `perSecond` calls a second. After a pause, a caller may make twenty times as many calls at the
 * same moment, for example to change its bids on a hundred items. Each process counts its own calls.
 */
export function createCallLimit(perSecond: number, monotonicMs: () => number): CallLimit {
  const apartMs = 1_000 / perSecond;
  const burstMs = BURST_SECONDS * 1_000;
  /** For each caller, the time (monotonic clock) at which the calls so far would end at the even rate. */
  const usedUntil = new Map<string, number>();
  return {
    take(who) {
      const now = monotonicMs();
      const until = Math.max(now, usedUntil.get(who) ?? 0) + apartMs;
      const overMs = until - now - burstMs;
      if (overMs > 0) throw new Refused('bids_too_fast', { perSecond, seconds: Math.ceil(overMs / 1_000) });
      if (usedUntil.size >= CALLERS_MAX) usedUntil.clear();
      usedUntil.set(who, until);
    },
  };
}
