import { answerableUntilMs, windowMs, type SoftClose } from '#domain/auction/answer-time.ts';
import type { Conduct, ConductTimes } from '#domain/auction/conduct.ts';
import type { Refusal } from '#domain/basics/result.ts';
import type { BiddingRules } from '#domain/bidding/bid.ts';

/** The soft close of a new auction by default (docs/rules.md#soft-close). */
export const SOFT_CLOSE_DEFAULT: SoftClose = { minutes: 3, maximum: 20 };

/** Returns soft close from its two stored numbers; null if they are null. Either both numbers are stored or neither. */
export const softCloseOf = (minutes: number | null, maximum: number | null): SoftClose | null =>
  minutes === null || maximum === null ? null : { minutes, maximum };

/**
 * Returns two numbers of minutes: the window before the end in which a bid moves the end, and the maximum time that all
 * moves together can add.
 */
export const limitsOf = ({ minutes, maximum }: SoftClose) => ({ minutes, total: minutes * maximum });

/** Maximum values of `minutes` and `maximum`. The specification gives none; decision 15 sets them. */
export const SOFT_CLOSE_MINUTES_MAX = 60;
export const SOFT_CLOSE_MAX = 100;

/** Facts that decide whether soft close moves an end, and how far. */
export type EndTerms = {
  readonly rules: BiddingRules;
  readonly softClose: SoftClose | null;
  /** The current end, in ms since 1970. */
  readonly auctionEndsAtMs: number;
  /** The number of earlier moves by soft close, and their total time. */
  readonly conduct: Pick<Conduct, 'extensions' | 'extendedMs'>;
};

/**
 * Returns the end after a bid at time `bidAtMs`, in ms since 1970. Returns undefined if the bid is too early to move
 * the end, or if earlier moves have used the whole limit.
 */
export function softEndMs(terms: EndTerms, bidAtMs: number): number | undefined {
  const { softClose, auctionEndsAtMs } = terms;
  if (!softClose) return undefined;
  const untilMs = Math.min(bidAtMs + windowMs(softClose), latestEndMs(terms));
  return untilMs > auctionEndsAtMs ? untilMs : undefined;
}

/**
 * Returns the latest end that soft close can still reach. If soft close can no longer move the end, this is the current
 * end.
 */
export function latestEndMs({ rules, softClose, auctionEndsAtMs, conduct }: EndTerms): number {
  if (!softClose) return auctionEndsAtMs;
  const all = softClose.maximum * windowMs(softClose);
  const used = rules === 1 ? conduct.extensions * windowMs(softClose) : conduct.extendedMs;
  return auctionEndsAtMs + Math.max(0, all - used);
}

/**
 * Returns whether rivals still have the full time to answer a bid made at time `bidAtMs`, see `answerableUntilMs`. If
 * rivals do not have that time, a bid may not lower an item's worth (docs/rules.md#no-hidden-withdrawal,
 * `would_lower_the_total`).
 *
 * @param schedule the start and the scheduled end, regardless of later moves of the end
 */
export function isAnswerable(
  terms: EndTerms,
  { startsAtMs, endsAtMs }: Pick<ConductTimes, 'startsAtMs'> & { readonly endsAtMs: number },
  bidAtMs: number,
): boolean {
  return bidAtMs <= answerableUntilMs(terms.softClose, { startsAtMs, endsAtMs, latestEndMs: latestEndMs(terms) });
}

export type SoftCloseRefusal = 'field_required' | 'soft_close_out_of_range';

/** Judges both numbers of soft close. Either both must be given or neither. */
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
