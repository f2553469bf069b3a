import { sql, type RawBuilder } from 'kysely';
import type { getStatistics } from '#contract/statistic.ts';
import type { QueryOf } from '#contract/basics/route.ts';
import { judgeRange, type CourseUnit, type Range } from '#domain/statistic/range.ts';
import type { Call } from '#server/platform/http/operation.ts';
import { refuseFields } from '#server/platform/http/refused.ts';

export type Filtered = Pick<Call, 'db' | 'timeZone'> & { readonly query: QueryOf<typeof getStatistics> };
export type StatisticFilter = Filtered['query'] &
  Pick<Filtered, 'timeZone'> & {
    /** Leaves private auctions out. */
    readonly isPublicOnly?: boolean;
  };
type Sql = RawBuilder<unknown>;

/** Returns the filter after checking its range. Days are in the reader's time zone. */
export function filterOf({ query, timeZone }: Pick<Filtered, 'query' | 'timeZone'>): StatisticFilter {
  refuseFields(judgeRange(query));
  return { ...query, timeZone };
}

/** SQL: rows of the filter's days and product. `at` is the column with the time to compare. */
export function isInFilterAt(at: Sql, { from, to, timeZone, country, fuel, vintage, period }: StatisticFilter): Sql {
  const wanted: [Sql, unknown][] = [
    [sql`country`, country],
    [sql`fuel_type`, fuel],
    [sql`vintage_year`, vintage],
    [sql`vintage_period`, period],
  ];
  const chosen = wanted.flatMap(([column, value]) => (value === undefined ? [] : [sql`${column} = ${value}`]));
  const begins = sql`${at} >= ${from}::date::timestamp at time zone ${timeZone}`;
  const ends = sql`${at} < (${to}::date + 1)::timestamp at time zone ${timeZone}`;
  return sql.join([begins, ends, ...chosen], sql` and `);
}

/** SQL: the results of items that match a filter, including the filters by direction and for public auctions. */
export function isInFilter(filter: StatisticFilter): Sql {
  const isInRange = isInFilterAt(sql`ended_at`, filter);
  const chosen = [
    isInRange,
    ...(filter.direction === undefined ? [] : [sql`auction_type = ${filter.direction}`]),
    ...(filter.isPublicOnly ? [sql`auction_id in (select id from auction where not is_private)`] : []),
  ];
  return sql.join(chosen, sql` and `);
}

/** SQL: every point of the range, including empty ones. */
export const pointsOf = ({ from, to }: Range, unit: CourseUnit): Sql => sql`
  generate_series(date_trunc(${unit}, ${from}::date::timestamp), ${to}::date::timestamp, ${`1 ${unit}`}::interval)`;

export const PRODUCT_COLUMNS = sql`
  country as "recCountry", fuel_type as "recFuelType",
  jsonb_build_object('year', vintage_year, 'period', vintage_period) as "recVintage"`;
