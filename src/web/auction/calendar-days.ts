/** A day of the reader's calendar, in the reader's time zone. */
export type CalendarDay = {
  /** `2026-07-01`. */
  readonly key: string;
  readonly day: number;
  readonly startsAtMs: number;
  readonly endsAtMs: number;
  readonly isInMonth: boolean;
};

export type Month = { readonly year: number; /** 0 is January. */ readonly month: number };

/** Returns the month of an instant. */
export function monthOf(nowMs: number): Month {
  const date = new Date(nowMs);
  return { year: date.getFullYear(), month: date.getMonth() };
}

/** Returns the month that is `count` months later, or earlier if it is negative. */
export const monthAfter = ({ year, month }: Month, count: number): Month =>
  monthOf(new Date(year, month + count, 1).getTime());

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** Returns the weeks of a month from Monday to Sunday, with the days of other months that complete them. */
export function weeksOf({ year, month }: Month): CalendarDay[][] {
  const fromMonday = (new Date(year, month, 1).getDay() + 6) % 7;
  const days = new Date(year, month + 1, 0).getDate();
  const weeks = Math.ceil((fromMonday + days) / 7);
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (__, at) => dayOf({ year, month }, week * 7 + at + 1 - fromMonday)),
  );
}

/** Returns the day of a month. Days before 1 and after the last one are days of other months. */
function dayOf({ year, month }: Month, number: number): CalendarDay {
  const date = new Date(year, month, number);
  return {
    key: `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`,
    day: date.getDate(),
    startsAtMs: date.getTime(),
    endsAtMs: new Date(year, month, number + 1).getTime(),
    isInMonth: date.getMonth() === month,
  };
}

type Timed = { readonly startTime: string; readonly auctionEndTime: string };

/** Returns the auctions that are open at some time of the day. */
export const auctionsOn = <Auction extends Timed>(day: CalendarDay, auctions: readonly Auction[]): Auction[] =>
  auctions.filter(
    ({ startTime, auctionEndTime }) =>
      Date.parse(startTime) < day.endsAtMs && Date.parse(auctionEndTime) > day.startsAtMs,
  );
