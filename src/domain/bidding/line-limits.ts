import type { Refusal } from '#domain/basics/result.ts';

/**
 * History lines that one bidder may write in one auction at any speed: before the start, and in total. This allows
 * three bids on each of a hundred items, each changed thirty times before the start and thirty times after it. Honest
 * use needs less.
 */
export const LINES_MAX = { initial: 10_000, live: 20_000 } as const;

/** Time in ms between changes beyond that limit: one bid at a time. So no limit takes the last raise from a bidder. */
export const LINES_APART_MS = { initial: 60_000, live: 1_000 } as const;

/** Judges whether a bidder with this many lines may write more of them now (docs/rules.md#bid-checks, decision 57). */
export function judgeLineCount(
  own: { readonly count: number; readonly lastAtMs: number },
  wish: { readonly phase: 'initial' | 'live'; readonly lines: number; readonly atMs: number },
): Refusal<'too_many_bids'> | undefined {
  const maximum = LINES_MAX[wish.phase];
  const apartMs = LINES_APART_MS[wish.phase];
  if (own.count + wish.lines <= maximum) return undefined;
  if (wish.lines === 1 && wish.atMs - own.lastAtMs >= apartMs) return undefined;
  return { code: 'too_many_bids', params: { maximum, seconds: apartMs / 1_000 } };
}
