import { isInstant } from '#domain/basics/instant.ts';
import type { Refusal } from '#domain/basics/result.ts';
import type { BiddingItem } from '#domain/bidding/bid.ts';

/**
 * The monthly recurrence of an auction (decision 27). When the auction is closed, the next auction is created as a
 * draft. In the time zone `timeZone` it starts at the same clock time, even after a change to or from daylight saving
 * time.
 */
export type Recurrence = {
  readonly timeZone: string;
  /** Day of the month. In a shorter month, the last day of that month is used. */
  readonly day: number;
  /** The last date on which an auction of the series may start, as `2027-01-31`; null if there is no last date. */
  readonly until: string | null;
  /** Number of further auctions; null if the number is not limited. */
  readonly times: number | null;
};

/** A recurrence as a form or a request holds it. If the time zone is null, the auction does not repeat. */
export type ProposedRecurrence = {
  readonly recurrenceTimeZone: string | null;
  readonly recurrenceUntil: string | null;
  readonly recurrenceTimes: number | null;
};

export const NO_RECURRENCE: ProposedRecurrence = {
  recurrenceTimeZone: null,
  recurrenceUntil: null,
  recurrenceTimes: null,
};

export const RECURRENCE_TIMES_MAX = 120;

export type RecurrenceRefusal = 'invalid_date' | 'recurrence_until_too_early' | 'recurrence_times_out_of_range';

type Judged = { readonly [F in keyof ProposedRecurrence]?: Refusal<RecurrenceRefusal> | undefined };

/** Judges a recurrence, per field (decision 27). If the auction does not repeat, nothing is refused. */
export function judgeRecurrence(
  { recurrenceTimeZone, recurrenceUntil, recurrenceTimes }: ProposedRecurrence,
  startTime: string | null,
): Judged {
  if (recurrenceTimeZone === null) return {};
  return {
    recurrenceUntil: judgeUntil(recurrenceUntil, startTime),
    recurrenceTimes: judgeTimes(recurrenceTimes),
  };
}

function judgeUntil(until: string | null, startTime: string | null): Refusal<RecurrenceRefusal> | undefined {
  if (until === null) return undefined;
  const untilMs = Date.parse(until);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(until) || !isInstant(untilMs)) return { code: 'invalid_date' };
  if (new Date(untilMs).toISOString().slice(0, 10) !== until) return { code: 'invalid_date' };
  // The time zone can shift the date by one day. This does not matter, because no auction repeats on its own start day.
  return startTime !== null && untilMs < Date.parse(startTime) ? { code: 'recurrence_until_too_early' } : undefined;
}

function judgeTimes(times: number | null): Refusal<RecurrenceRefusal> | undefined {
  if (times === null) return undefined;
  const isFit = Number.isInteger(times) && times >= 1 && times <= RECURRENCE_TIMES_MAX;
  return isFit
    ? undefined
    : { code: 'recurrence_times_out_of_range', params: { minimum: 1, maximum: RECURRENCE_TIMES_MAX } };
}

/**
 * Returns the recurrence in accepted settings. The day of the month is the day of the start, with one exception: if a
 * series on the 31st starts on the last day of a shorter month, the series keeps the 31st for later months. If the
 * start is moved to another day, the exception does not apply.
 */
export function recurrenceOf(
  { recurrenceTimeZone: timeZone, recurrenceUntil: until, recurrenceTimes: times }: ProposedRecurrence,
  startsAtMs: number,
  present: Recurrence | null,
): Recurrence | null {
  if (timeZone === null) return null;
  const start = localTime(startsAtMs, timeZone);
  const isKept = present !== null && Math.min(present.day, start.daysInMonth) === start.day;
  return { timeZone, day: isKept ? present.day : start.day, until, times };
}

export type Times = { readonly startsAtMs: number; readonly endsAtMs: number };

/**
 * Returns the times of the next auction, in the first month whose start is later than `afterMs`; undefined if no
 * auction follows. The next auction also ends at the same local clock time, so its duration is the same on the local
 * clock.
 */
export function nextTimes({ startsAtMs, endsAtMs }: Times, recurrence: Recurrence, afterMs: number): Times | undefined {
  if (recurrence.times === 0) return undefined;
  const { timeZone, day, until } = recurrence;
  const start = localTime(startsAtMs, timeZone);
  const lasts = start.until(localTime(endsAtMs, timeZone));
  for (let months = 1; ; months += 1) {
    // If the month has no such day, Temporal uses the last day of the month.
    const next = start.with({ day: 1 }).add({ months }).with({ day });
    const nextStartMs = instantOf(next, timeZone);
    if (!isInstant(nextStartMs)) return undefined;
    if (until !== null && Temporal.PlainDate.compare(next.toPlainDate(), until) > 0) return undefined;
    if (nextStartMs <= afterMs) continue;
    const nextEndMs = instantOf(next.add(lasts), timeZone);
    // If the clocks go forward between start and end, a short auction could lose nearly all of its time.
    const isShort = nextEndMs - nextStartMs < Math.min(endsAtMs - startsAtMs, HOUR_MS);
    return { startsAtMs: nextStartMs, endsAtMs: isShort ? nextStartMs + (endsAtMs - startsAtMs) : nextEndMs };
  }
}

const HOUR_MS = 3_600_000;

const localTime = (ms: number, timeZone: string): Temporal.PlainDateTime =>
  Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone).toPlainDateTime();

/**
 * Converts a local time to ms since 1970. When clocks go forward, some local times do not exist; such a time moves
 * later by the skipped time. When clocks go back, some local times occur twice; the first of the two is used.
 */
const instantOf = (local: Temporal.PlainDateTime, timeZone: string): number =>
  local.toZonedDateTime(timeZone, { disambiguation: 'compatible' }).epochMilliseconds;

/** Returns the recurrence of the next auction; null if the next auction is the last one. */
export const afterOne = (recurrence: Recurrence): Recurrence | null => {
  if (recurrence.times === null) return recurrence;
  return recurrence.times > 1 ? { ...recurrence, times: recurrence.times - 1 } : null;
};

export type Offered = Pick<BiddingItem, 'quantity' | 'minQuantity' | 'maxQuantity'>;

/**
 * Returns the unsold part of an item for the next auction; undefined if all of it was sold. The limits of bid
 * quantities are reduced to the unsold quantity.
 */
export function rollOver({ quantity, minQuantity, maxQuantity }: Offered, sold: number): Offered | undefined {
  const unsold = quantity - sold;
  if (unsold <= 0) return undefined;
  const within = (bound: number | null): number | null => bound && Math.min(bound, unsold);
  return { quantity: unsold, minQuantity: within(minQuantity), maxQuantity: within(maxQuantity) };
}
