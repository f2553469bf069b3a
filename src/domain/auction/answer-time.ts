import type { SoftClose } from '#domain/auction/soft-close.ts';

const MINUTE_MS = 60_000;

/** Time that rivals have to answer where soft close is off: five minutes, or a tenth of the duration if that is less. */
const ANSWER_MS = 5 * MINUTE_MS;
const ANSWER_PART = 10;

/**
 * The last moment at which rivals still have the full time to answer a bid: soft close's minutes before the latest end, or
 * what stands for them. Apart from soft close's other rules, so that rooms need none of those.
 */
export function answerableUntilMs(
  softClose: SoftClose | null,
  times: { readonly startsAtMs: number; readonly endsAtMs: number; readonly latestEndMs: number },
): number {
  const { startsAtMs, endsAtMs, latestEndMs } = times;
  const answerMs = softClose
    ? Math.round(softClose.minutes * MINUTE_MS)
    : Math.min(ANSWER_MS, (endsAtMs - startsAtMs) / ANSWER_PART);
  return latestEndMs - answerMs;
}
