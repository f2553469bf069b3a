/** A month as a number: twelve times the year, plus the month from 0. Months are then compared and subtracted. */
export type Month = number;

/** First and last day of a period as `2026-03-31`. Both belong to the period. */
export type Days = { readonly from: string; readonly to: string };

/** Returns the month of a day `2026-03-31`, or of a month `2026-03`. */
export const monthOf = (day: string): Month => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;

/** Returns the year of a day `2026-03-31`. */
export const yearOf = (day: string): number => Number(day.slice(0, 4));

/** Returns the first day of a month. */
export const firstDayOf = (month: Month): string => dayOf(month, 1);

/** Returns the last day of a month. */
export const lastDayOf = (month: Month): string =>
  dayOf(month, new Date(Date.UTC(Math.floor(month / 12), (month % 12) + 1, 0)).getUTCDate());

const dayOf = (month: Month, day: number): string =>
  `${Math.floor(month / 12)}-${twoDigits((month % 12) + 1)}-${twoDigits(day)}`;
const twoDigits = (value: number): string => String(value).padStart(2, '0');

/**
 * Returns how many months a production period is away from a reporting period: 0 if they share a day or lie in the same
 * month; a positive number if the production was earlier; a negative number if it was later. Neighboring months are 1
 * apart.
 */
export function monthsBefore(production: Days, reporting: Days): number {
  const early = monthOf(reporting.from) - monthOf(production.to);
  if (early > 0) return early;
  const late = monthOf(production.from) - monthOf(reporting.to);
  return late > 0 ? -late : 0;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Returns whether a text is a day that exists, such as `2026-02-28`, in a year from 2000 to 2100. */
export function isDay(text: string): boolean {
  if (!DAY.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  const year = yearOf(text);
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === text && year >= 2000 && year <= 2100;
}
