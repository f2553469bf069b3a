const MINUTE_MS = 60_000;

/** How long before the end soft close watches. */
export const windowMs = ({ minutes }: SoftClose): number => Math.round(minutes * MINUTE_MS);

/** Time that rivals have to answer where soft close is off: five minutes, or a tenth of the duration if that is less. */
const ANSWER_MS = 5 * MINUTE_MS;
const ANSWER_PART = 10;

/**
 * The last moment at which rivals have the full time to answer a bid: soft close's minutes before the latest end, or
 * the time below without soft close. This is a file of its own so that the room's page does not load the other rules of
 * soft close.
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
 * Soft close (docs/rules.md#soft-close), an option of an auction: a live bid in its last `minutes` that changes an
 * item's winners moves the end to so many minutes after that bid. The end moves by at most `minutes` × `maximum` in all
 * (rules of release 0.1: at most `maximum` times).
 */
export type SoftClose = { readonly minutes: number; readonly maximum: number };
