import type { Refusal } from '#domain/basics/result.ts';

/**
 * Soft close (rules 3), an option of an auction: a live bid in its last `minutes` that changes an item's winners moves the
 * end to so many minutes after that bid, at most `maximum` times.
 */
export type SoftClose = { readonly minutes: number; readonly maximum: number };

/** From its two figures, of which either both are there or none. */
export const softCloseOf = (minutes: number | null, maximum: number | null): SoftClose | null =>
  minutes === null || maximum === null ? null : { minutes, maximum };

/** Bounds of both; the rules give none, decision 15 does. */
export const SOFT_CLOSE_MINUTES_MAX = 60;
export const SOFT_CLOSE_MAX = 100;

const MINUTE_MS = 60_000;

/** The end that a bid at this moment would bring about; undefined where it is too early for that, or none is left. */
export function softEndMs(
  softClose: SoftClose | null,
  { auctionEndsAtMs, extensions }: { readonly auctionEndsAtMs: number; readonly extensions: number },
  bidAtMs: number,
): number | undefined {
  if (!softClose || extensions >= softClose.maximum) return undefined;
  const untilMs = bidAtMs + softClose.minutes * MINUTE_MS;
  return untilMs > auctionEndsAtMs ? untilMs : undefined;
}

export type SoftCloseRefusal = 'field_required' | 'soft_close_out_of_range';

/** Both figures are given, or neither. */
export function judgeSoftClose(
  minutes: number | null,
  maximum: number | null,
): { minutes?: Refusal<SoftCloseRefusal> | undefined; maximum?: Refusal<SoftCloseRefusal> | undefined } {
  if (minutes === null && maximum === null) return {};
  return { minutes: judgeFigure(minutes, SOFT_CLOSE_MINUTES_MAX), maximum: judgeFigure(maximum, SOFT_CLOSE_MAX) };
}

function judgeFigure(figure: number | null, maximum: number): Refusal<SoftCloseRefusal> | undefined {
  if (figure === null) return { code: 'field_required' };
  const isFit = Number.isInteger(figure) && figure >= 1 && figure <= maximum;
  return isFit ? undefined : { code: 'soft_close_out_of_range', params: { minimum: 1, maximum } };
}
