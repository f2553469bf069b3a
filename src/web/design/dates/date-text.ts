import dayjs from 'dayjs';
import customParseFormat from 'dayjs/plugin/customParseFormat.js';

dayjs.extend(customParseFormat);

const DAYS = ['YYYY-M-D', 'MMM D YYYY', 'D MMM YYYY'];
const CLOCKS = ['H:m', 'H:m:s'];
const DAYS_WITH_CLOCKS = DAYS.flatMap((day) => CLOCKS.map((clock) => `${day} ${clock}`));

/** Without what ways of writing a date differ in: `2026年07月01日 09:05` and `2026/7/1 9:05` both become `2026-7-1 9:5`. */
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
 * Reads a date as people type it: `2026-07-01`, `Jul 1, 2026`, `1 July 2026`, `2026年7月1日`. Figures alone are read with the
 * year first, because 7/1/2026 is two days to two people.
 *
 * @param usualTime HH:mm, where a time of day belongs to it and none was typed; absent for a date alone
 * @returns `2026-07-01`, with a time `2026-07-01 09:05:00`; undefined for what is no date
 */
export function readDate(text: string, usualTime?: string): string | undefined {
  const typed = plain(text);
  const day = dayjs(typed, DAYS, true);
  if (day.isValid()) return day.format(usualTime === undefined ? 'YYYY-MM-DD' : `YYYY-MM-DD ${usualTime}:00`);
  const moment = dayjs(typed, DAYS_WITH_CLOCKS, true);
  return usualTime !== undefined && moment.isValid() ? moment.format('YYYY-MM-DD HH:mm:ss') : undefined;
}
