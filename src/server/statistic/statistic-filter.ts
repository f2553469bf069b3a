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

/** SQL: the columns of a product, each with the value that the filter chooses, or undefined. */
export const productColumns = ({ country, fuel, vintage, period }: StatisticFilter): [Sql, unknown][] => [
  [sql`country`, country],
  [sql`fuel_type`, fuel],
  [sql`vintage_year`, vintage],
  [sql`vintage_period`, period],
];

/** Returns how many columns of a product the filter chooses. */
export const countChosen = (filter: StatisticFilter): number =>
  productColumns(filter).filter(([, value]) => value !== undefined).length;

/** SQL: the first moment of the filter's days, and the first moment after them. */
export const momentsOf = ({ from, to, timeZone }: StatisticFilter): { readonly begins: Sql; readonly ends: Sql } => ({
  begins: sql`${from}::date::timestamp at time zone ${timeZone}`,
  ends: sql`(${to}::date + 1)::timestamp at time zone ${timeZone}`,
});

/** SQL: rows of the filter's days. `at` is the column with the time to compare. */
export function isInRange(at: Sql, filter: StatisticFilter): Sql {
  const { begins, ends } = momentsOf(filter);
  return sql`${at} >= ${begins} and ${at} < ${ends}`;
}

const allOf = (conditions: readonly Sql[]): Sql =>
  conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`;

/** SQL: rows of the filter's product. */
export const isProduct = (filter: StatisticFilter): Sql =>
  allOf(productColumns(filter).flatMap(([column, value]) => (value === undefined ? [] : [sql`${column} = ${value}`])));

/** SQL: rows of the filter's days and product. `at` is the column with the time to compare. */
export const isInFilterAt = (at: Sql, filter: StatisticFilter): Sql =>
  sql`${isInRange(at, filter)} and ${isProduct(filter)}`;

/** SQL: rows of auctions of the filter's direction. */
export const isDirection = ({ direction }: StatisticFilter): Sql =>
  direction === undefined ? sql`true` : sql`auction_type = ${direction}`;

/** SQL: the results of items that match a filter, on any day. */
export const isMeant = (filter: StatisticFilter): Sql =>
  allOf([
    isProduct(filter),
    isDirection(filter),
    ...(filter.isPublicOnly ? [sql`auction_id in (select id from auction where not is_private)`] : []),
  ]);

/** SQL: the results of items that match a filter, on its days. */
export const isInFilter = (filter: StatisticFilter): Sql =>
  sql`${isInRange(sql`ended_at`, filter)} and ${isMeant(filter)}`;

/** SQL: every point of the range, including empty ones. */
export const pointsOf = ({ from, to }: Range, unit: CourseUnit): Sql => sql`
  generate_series(date_trunc(${unit}, ${from}::date::timestamp), ${to}::date::timestamp, ${`1 ${unit}`}::interval)`;

export const PRODUCT_COLUMNS = sql`
  country as "recCountry", fuel_type as "recFuelType",
  jsonb_build_object('year', vintage_year, 'period', vintage_period) as "recVintage"`;
