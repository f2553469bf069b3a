const MINUTE_MS = 60_000;

/** Returns the length of the soft-close window before the end, in ms. */
export const windowMs = ({ minutes }: SoftClose): number => Math.round(minutes * MINUTE_MS);

/**
 * Time to answer in an auction without soft close: five minutes. If the auction is short, the time is one tenth of its
 * duration, see `ANSWER_PART`.
 */
const ANSWER_MS = 5 * MINUTE_MS;
/** In an auction without soft close, the time to answer is at most the auction's duration divided by this number. */
const ANSWER_PART = 10;

/**
 * Returns the last moment (ms since 1970) at which rivals have the full time to answer a bid. With soft close, this
 * moment is `minutes` before the latest possible end. Without soft close, this moment is `ANSWER_MS` before the end; in
 * a short auction, a tenth of the duration before the end. This file is separate so that the room's page does not load
 * the other soft-close rules.
 */
export function answerableUntilMs(
  softClose: SoftClose | null,
  times: { readonly startsAtMs: number; readonly endsAtMs: number; readonly latestEndMs: number },
): number {
  const { startsAtMs, endsAtMs, latestEndMs } = times;
  const answerMs = softClose ? windowMs(softClose) : Math.min(ANSWER_MS, (endsAtMs - startsAtMs) / ANSWER_PART);
  return latestEndMs - answerMs;
}

/**
 * Soft close (docs/rules.md#soft-close), an option of an auction. A live bid in the last `minutes` that changes an
 * item's winners moves the end to `minutes` after that bid. All moves together add at most `minutes` × `maximum`. Under
 * the rules of release 0.1 the end moves at most `maximum` times instead.
 */
export type SoftClose = { readonly minutes: number; readonly maximum: number };
