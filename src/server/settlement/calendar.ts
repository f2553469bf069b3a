import Holidays from 'date-holidays';
import { sql, type RawBuilder } from 'kysely';
import { addBusinessDays } from '#domain/settlement/business-days.ts';
import type { BusinessCalendar } from '#domain/settlement/terms.ts';
import type { Db } from '#server/platform/database/database.ts';

/** SQL: today in the country of a calendar. A calendar without a country has the time zone of the platform. */
export const todayIn = (calendar: RawBuilder<unknown>): RawBuilder<Date> =>
  sql<Date>`(clock_timestamp() at time zone
    case ${calendar} when 'CN' then 'Asia/Shanghai' when 'MY' then 'Asia/Kuala_Lumpur'
      when 'VN' then 'Asia/Ho_Chi_Minh' else platform_time_zone() end)::date`;

/** Returns today in the country of a calendar, as `2026-11-27`. */
export async function todayOf(db: Db, calendar: BusinessCalendar): Promise<string> {
  const { rows } = await sql<{ today: string }>`
    select ${todayIn(sql`${calendar}::text`)}::text as today`.execute(db);
  const today = rows[0]?.today;
  if (today === undefined) throw new Error('the database has no day');
  return today;
}

/** Returns the day that is this many business days after today, as `2026-11-27`. */
export const dueDay = async (db: Db, calendar: BusinessCalendar, days: number): Promise<string> =>
  addBusinessDays(await todayOf(db, calendar), days, holidaysOf(calendar));

const known = new Map<string, ReadonlySet<string>>();

/** Returns whether a day is a public holiday of the whole country. Holidays of single states are business days. */
function holidaysOf(calendar: BusinessCalendar): (day: string) => boolean {
  if (calendar === 'weekends') return () => false;
  return (day) => {
    const key = `${calendar} ${day.slice(0, 4)}`;
    const days = known.get(key) ?? holidaysIn(calendar, Number(day.slice(0, 4)));
    known.set(key, days);
    return days.has(day);
  };
}

/** A holiday of several days counts with each of them. */
function holidaysIn(calendar: string, year: number): ReadonlySet<string> {
  const found = new Holidays(calendar).getHolidays(year, 'en').filter(({ type }) => type === 'public');
  return new Set(
    found.flatMap(({ date, start, end }) => {
      const first = Date.parse(date.slice(0, 10));
      const count = Math.max(1, Math.round((end.getTime() - start.getTime()) / DAY_MS));
      return Array.from({ length: count }, (_, at) => new Date(first + at * DAY_MS).toISOString().slice(0, 10));
    }),
  );
}

const DAY_MS = 24 * 60 * 60_000;
