import { isInstant } from '#domain/basics/instant.ts';
import type { Refusal } from '#domain/basics/result.ts';
import type { BiddingItem } from '#domain/bidding/bid.ts';

/**
 * How an auction repeats, every month (decision 27). When it is closed, the next one is made as a draft, at the same clock
 * time in this time zone whatever becomes of daylight saving there.
 */
export type Recurrence = {
  readonly timeZone: string;
  /** Of the month; where a month is shorter, its last day. */
  readonly day: number;
  /** The last date on which one may start, as `2027-01-31`; null without such an end. */
  readonly until: string | null;
  /** How many more there are to be; null without such an end. */
  readonly times: number | null;
};

/** As a form or a request holds it; without a time zone the auction doesn't repeat. */
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
  // A day's difference between time zones doesn't matter: no auction repeats on the day on which it starts.
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
 * What judged settings say of repeating. An auction of the 31st that has come to February keeps the 31st, unless its start
 * is moved to another day.
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
 * When the next one is held: in the first month in which it starts after `afterMs`; undefined where none is to follow. It
 * lasts as long by the clock on the wall, so that it ends at the same clock time too.
 */
export function nextTimes({ startsAtMs, endsAtMs }: Times, recurrence: Recurrence, afterMs: number): Times | undefined {
  if (recurrence.times === 0) return undefined;
  const { timeZone, day, until } = recurrence;
  const start = localTime(startsAtMs, timeZone);
  const lasts = start.until(localTime(endsAtMs, timeZone));
  for (let months = 1; ; months += 1) {
    // Days past the end of a month become its last day.
    const next = start.with({ day: 1 }).add({ months }).with({ day });
    const nextStartMs = instantOf(next, timeZone);
    if (!isInstant(nextStartMs)) return undefined;
    if (until !== null && Temporal.PlainDate.compare(next.toPlainDate(), until) > 0) return undefined;
    if (nextStartMs <= afterMs) continue;
    const nextEndMs = instantOf(next.add(lasts), timeZone);
    // Where the clocks are put forward between both, little or nothing may be left of a short one.
    const isShort = nextEndMs - nextStartMs < Math.min(endsAtMs - startsAtMs, HOUR_MS);
    return { startsAtMs: nextStartMs, endsAtMs: isShort ? nextStartMs + (endsAtMs - startsAtMs) : nextEndMs };
  }
}

const HOUR_MS = 3_600_000;

const localTime = (ms: number, timeZone: string): Temporal.PlainDateTime =>
  Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone).toPlainDateTime();

/** A clock time that there isn't on that day comes an hour later, one that comes twice is the first. */
const instantOf = (local: Temporal.PlainDateTime, timeZone: string): number =>
  local.toZonedDateTime(timeZone, { disambiguation: 'compatible' }).epochMilliseconds;

/** For the auction after the next. */
export const afterOne = (recurrence: Recurrence): Recurrence | null => {
  if (recurrence.times === null) return recurrence;
  return recurrence.times > 1 ? { ...recurrence, times: recurrence.times - 1 } : null;
};

export type Offered = Pick<BiddingItem, 'quantity' | 'minQuantity' | 'maxQuantity'>;

/** What of an item goes into the next auction; undefined where all of it was sold. Bounds of a bid shrink with it. */
export function rollOver({ quantity, minQuantity, maxQuantity }: Offered, sold: number): Offered | undefined {
  const unsold = quantity - sold;
  if (unsold <= 0) return undefined;
  const within = (bound: number | null): number | null => bound && Math.min(bound, unsold);
  return { quantity: unsold, minQuantity: within(minQuantity), maxQuantity: within(maxQuantity) };
}
