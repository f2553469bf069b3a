const MINUTE_MS = 60_000;

/** Returns the length of the soft-close window before the end, in ms. */
export const windowMs = ({ minutes }: SoftClose): number => Math.round(minutes * MINUTE_MS);

/** Time to answer without soft close: five minutes, or a tenth of the duration if that is shorter. */
const ANSWER_MS = 5 * MINUTE_MS;
const ANSWER_PART = 10;

/**
 * Returns the last moment (ms since 1970) at which rivals have the full time to answer a bid. That time is soft close's
 * minutes before the latest end; without soft close, `ANSWER_MS` or `ANSWER_PART`. It has its own file so that the
 * room's page does not load the other soft-close rules.
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
 * item's winners moves the end to `minutes` after that bid. The end moves by at most `minutes` × `maximum` in all. By
 * the rules of release 0.1 it moves at most `maximum` times.
 */
export type SoftClose = { readonly minutes: number; readonly maximum: number };
