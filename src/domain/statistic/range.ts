import type { FieldRefusals } from '#domain/basics/result.ts';

/**
 * A range of days in the user's own time zone. `from` and `to` are dates such as `2026-11-21`; both days are included.
 */
export type Range = { readonly from: string; readonly to: string };

/** Preset ranges. All of them end today (docs/rules.md#statistics). */
export const RANGE_PRESETS = ['week', 'month', 'threeMonths', 'sixMonths', 'year'] as const;
export type RangePreset = (typeof RANGE_PRESETS)[number];

const MONTHS: Record<Exclude<RangePreset, 'week'>, number> = { month: 1, threeMonths: 3, sixMonths: 6, year: 12 };
const DAY_MS = 86_400_000;

const msOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Returns the same day of the month, this number of months earlier. In a shorter month, its last day is used. */
export function monthsBefore(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month - months, 0)).getUTCDate();
  return dayOf(Date.UTC(year, month - 1 - months, Math.min(date, last)));
}

/**
 * Returns the range of a preset. It ends today and begins one day after the date that is a week, a month, … a year ago.
 */
export function rangeOf(preset: RangePreset, today: string): Range {
  const before = preset === 'week' ? dayOf(msOf(today) - 7 * DAY_MS) : monthsBefore(today, MONTHS[preset]);
  return { from: dayOf(msOf(before) + DAY_MS), to: today };
}

/**
 * Units of time in a chart of statistics: each point is a day, a week or a month. A chart has at most 31 days, 27 weeks
 * or 13 months.
 */
export const COURSE_UNITS = ['day', 'week', 'month'] as const;
export type CourseUnit = (typeof COURSE_UNITS)[number];

/** Returns the unit of a chart, which depends on the length of the range. */
export function unitOf({ from, to }: Range): CourseUnit {
  const days = (msOf(to) - msOf(from)) / DAY_MS + 1;
  if (days <= 31) return 'day';
  return days <= 184 ? 'week' : 'month';
}

export const RANGE_REFUSALS = ['field_required', 'range_backwards', 'range_too_long'] as const;
export type RangeRefusal = (typeof RANGE_REFUSALS)[number];

/** Refuses a range of more than a year (docs/rules.md#statistics). */
export function judgeRange({
  from,
  to,
}: { readonly [End in keyof Range]: string | null }): FieldRefusals<keyof Range, RangeRefusal> {
  if (!from) return { from: { code: 'field_required' } };
  if (!to) return { to: { code: 'field_required' } };
  if (to < from) return { to: { code: 'range_backwards' } };
  return from <= monthsBefore(to, 12) ? { from: { code: 'range_too_long' } } : {};
}
