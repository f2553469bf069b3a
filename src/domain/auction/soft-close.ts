import { answerableUntilMs, windowMs, type SoftClose } from '#domain/auction/answer-time.ts';
import type { Conduct, ConductTimes } from '#domain/auction/conduct.ts';
import type { Refusal } from '#domain/basics/result.ts';
import type { BiddingRules } from '#domain/bidding/bid.ts';

/** The default of new auctions (docs/rules.md#soft-close). */
export const SOFT_CLOSE_DEFAULT: SoftClose = { minutes: 3, maximum: 20 };

/** Returns soft close from its two figures; null without them. The figures are given together or not at all. */
export const softCloseOf = (minutes: number | null, maximum: number | null): SoftClose | null =>
  minutes === null || maximum === null ? null : { minutes, maximum };

/**
 * Returns the window in which a bid moves the end, and the total by which all moves together are limited; both in
 * minutes.
 */
export const limitsOf = ({ minutes, maximum }: SoftClose) => ({ minutes, total: minutes * maximum });

/** Largest allowed figures. The rules give none; decision 15 does. */
export const SOFT_CLOSE_MINUTES_MAX = 60;
export const SOFT_CLOSE_MAX = 100;

/** Everything that decides whether and how far soft close moves an end. */
export type EndTerms = {
  readonly rules: BiddingRules;
  readonly softClose: SoftClose | null;
  /** The end as it is now. */
  readonly auctionEndsAtMs: number;
  /** The moves that soft close already made. */
  readonly conduct: Pick<Conduct, 'extensions' | 'extendedMs'>;
};

/**
 * Returns the end after a bid at this moment, in ms since 1970. Undefined if the bid is too early to move the end, or
 * if the total is used up.
 */
export function softEndMs(terms: EndTerms, bidAtMs: number): number | undefined {
  const { softClose, auctionEndsAtMs } = terms;
  if (!softClose) return undefined;
  const untilMs = Math.min(bidAtMs + windowMs(softClose), latestEndMs(terms));
  return untilMs > auctionEndsAtMs ? untilMs : undefined;
}

/** Returns the latest end that soft close can still lead to. It equals the present end if that is final. */
export function latestEndMs({ rules, softClose, auctionEndsAtMs, conduct }: EndTerms): number {
  if (!softClose) return auctionEndsAtMs;
  const all = softClose.maximum * windowMs(softClose);
  const used = rules === 1 ? conduct.extensions * windowMs(softClose) : conduct.extendedMs;
  return auctionEndsAtMs + Math.max(0, all - used);
}

/**
 * Returns whether rivals still have the full time to answer a bid at this moment: soft close's minutes, or the
 * replacement without soft close. If not, a bid may not lower an item's worth (docs/rules.md#no-hidden-withdrawal,
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

/** Judges both figures. Both must be given, or neither. */
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
