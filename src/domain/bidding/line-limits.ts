import type { Refusal } from '#domain/basics/result.ts';

/**
 * History lines that one bidder may write in one auction at any pace: before the start, and in all. That is three bids
 * on each of a hundred items, each changed thirty times before the start and thirty times after it: more than honest
 * use needs.
 */
export const LINES_MAX = { initial: 10_000, live: 20_000 } as const;

/**
 * Beyond that, a bidder may change one bid at a time, this far apart, so no limit takes the last raise from anybody.
 */
export const LINES_APART_MS = { initial: 60_000, live: 1_000 } as const;

/** Judges whether a bidder with these lines may write more of them now (docs/rules.md#bid-checks, decision 57). */
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
