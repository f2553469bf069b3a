import dayjs from 'dayjs';
import customParseFormat from 'dayjs/plugin/customParseFormat.js';

dayjs.extend(customParseFormat);

const DAYS = ['YYYY-M-D', 'MMM D YYYY', 'D MMM YYYY'];
const CLOCKS = ['H:m', 'H:m:s'];
const DAYS_WITH_CLOCKS = DAYS.flatMap((day) => CLOCKS.map((clock) => `${day} ${clock}`));

/** Removes formatting differences: `2026年07月01日 09:05` and `2026/7/1 9:05` both become `2026-7-1 9:5`. */
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/年|月|\/|\.(?=\d)/g, '-')
    .replace(/日|,| - |(?<=\d)T(?=\d)/g, ' ')
    .replace(/[a-z]+\.?/i, (month) => month.slice(0, 1).toUpperCase() + month.slice(1, 3).toLowerCase())
    .replace(/\b0+(?=\d)/g, '')
    .replace(/\s+/g, ' ')
    .trim();

/**
 * Reads a typed date: `2026-07-01`, `Jul 1, 2026`, `1 July 2026`, `2026年7月1日`. If a date has only digits, the year must
 * come first, because 7/1/2026 is ambiguous.
 *
 * @param usualTime HH:mm, the default if no time was typed; absent for a date without time
 * @returns `2026-07-01`, or with a time `2026-07-01 09:05:00`; undefined if the text is not a date
 */
export function readDate(text: string, usualTime?: string): string | undefined {
  const typed = plain(text);
  const day = dayjs(typed, DAYS, true);
  if (day.isValid()) return day.format(usualTime === undefined ? 'YYYY-MM-DD' : `YYYY-MM-DD ${usualTime}:00`);
  const moment = dayjs(typed, DAYS_WITH_CLOCKS, true);
  return usualTime !== undefined && moment.isValid() ? moment.format('YYYY-MM-DD HH:mm:ss') : undefined;
}
