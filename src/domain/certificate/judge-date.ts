import { accept, refuse } from '#domain/basics/accept.ts';
import type { Refusal, Result } from '#domain/basics/result.ts';

const DATE = /^\d{4}-\d{2}-\d{2}$/;
/** Registries write this date if they do not know when a device was commissioned. */
const UNKNOWN_DATE = '1900-01-01';

/** Returns the date; null if it is empty or means that the date is unknown. */
export const knownDate = (date: string): string | null => (date === '' || date === UNKNOWN_DATE ? null : date);

/** Accepts a date of the calendar, as `YYYY-MM-DD`. */
export function judgeDate(date: string): Result<string, Refusal<'date_invalid'>> {
  const ms = DATE.test(date) ? Date.parse(`${date}T00:00:00Z`) : Number.NaN;
  const isReal = !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(date);
  return isReal ? accept(date) : refuse({ code: 'date_invalid' });
}
