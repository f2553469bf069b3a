const DAY_MS = 24 * 60 * 60_000;

/**
 * Returns the day that is this many business days after `day`. Days have the form 2026-11-27. `isHoliday` knows the
 * public holidays; Saturdays and Sundays are never business days.
 */
export function addBusinessDays(day: string, count: number, isHoliday: (day: string) => boolean): string {
  let current = day;
  for (let remaining = count; remaining > 0;) {
    current = nextDay(current);
    if (isBusinessDay(current, isHoliday)) remaining -= 1;
  }
  return current;
}

const nextDay = (day: string): string => new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10);

function isBusinessDay(day: string, isHoliday: (day: string) => boolean): boolean {
  const weekday = new Date(Date.parse(day)).getUTCDay();
  return weekday !== 0 && weekday !== 6 && !isHoliday(day);
}
