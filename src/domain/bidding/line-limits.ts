import type { Refusal } from '#domain/basics/result.ts';

/**
 * Maximum number of history lines that a bidder may write in an auction without a speed limit. `initial` is for the
 * time before the start, `live` for the total. These numbers allow three bids on each of a hundred items, each changed
 * thirty times before the start and thirty times after the start. Honest bidders need less.
 */
export const LINES_MAX = { initial: 10_000, live: 20_000 } as const;

/**
 * Minimum time in ms between two lines of a bidder beyond `LINES_MAX`. Each request may then write one line. So a
 * bidder can always raise its bid again.
 */
export const LINES_APART_MS = { initial: 60_000, live: 1_000 } as const;

/**
 * Judges whether a bidder may write more history lines now (docs/rules.md#bid-checks, decision 57). `own` describes the
 * lines that the bidder has written, `wish` the lines that the bidder wants to write.
 */
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
