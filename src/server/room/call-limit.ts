import { Refused } from '#server/platform/http/refused.ts';

/**
 * Limits how often a caller may call.
 * @throws Refused bids_too_fast
 */
export type CallLimit = { take(who: string): void };

/** The burst that is allowed after a pause, in seconds of the even rate. */
const BURST_SECONDS = 20;
/** The most callers in memory. Beyond that, all callers start again with a full burst. */
const CALLERS_MAX = 100_000;

/**
 * Creates a limit of `perSecond` calls for each caller, and twenty times as many at once after a pause. A program that
 * changes its bids on a hundred items at once stays below that. Each process counts for itself.
 */
export function createCallLimit(perSecond: number, monotonicMs: () => number): CallLimit {
  const apartMs = 1_000 / perSecond;
  const burstMs = BURST_SECONDS * 1_000;
  /** Per caller: the time at which its calls so far would have ended at an even rate. */
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
