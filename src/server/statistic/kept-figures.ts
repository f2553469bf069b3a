import { sql, type RawBuilder } from 'kysely';
import {
  countChosen,
  isDirection,
  isMeant,
  isProduct,
  productColumns,
  type StatisticFilter,
} from '#server/statistic/statistic-filter.ts';

type Sql = RawBuilder<unknown>;

/** The unit of the kept figures, and the parts of time: a query with the columns `within`, `begins` and `ends`. */
type FigureOptions = { readonly unit: 'day' | 'month'; readonly parts: Sql };

/** SQL: the common table `part`, and two sources of rows that use it. */
type Figures = { readonly part: Sql; readonly kept: Sql; readonly items: Sql };

/**
 * SQL: the figures of parts of time, in any time zone. For whole days or months of UTC within a part, `kept` has the
 * kept figures (decision 142). For the rest of the part, `items` has the results of items. If no figures are kept for
 * the filter, `items` has everything.
 */
export function figuresOf(filter: StatisticFilter, { unit, parts }: FigureOptions): Figures {
  const firstWhole = areKept(filter, unit)
    ? sql`date_trunc(${unit}, begins at time zone 'UTC' + ${`1 ${unit}`}::interval - interval '1 microsecond')::date`
    : sql`'infinity'::date`;
  return {
    part: sql`
      part as materialized (
        select *, ${firstWhole} as first, date_trunc(${unit}, ends at time zone 'UTC')::date as last
        from (${parts}) parts
      )`,
    kept: sql`
      part join sales_figure kept on kept.begins >= first and kept.begins < last
        and unit = ${unit} and ${unit === 'day' ? isDayRow(filter) : isProduct(filter)} and ${isDirection(filter)}`,
    items: sql`
      part cross join lateral (
        select * from item_result
        where ended_at >= part.begins and ended_at < least(first at time zone 'UTC', part.ends) and ${isMeant(filter)}
        union all
        select * from item_result
        where ended_at >= greatest(first, last) at time zone 'UTC' and ended_at < part.ends and ${isMeant(filter)}
      ) item`,
  };
}

/** Figures of a day are kept for all products, and for each value of one column. None are kept of public auctions. */
const areKept = (filter: StatisticFilter, unit: FigureOptions['unit']): boolean =>
  !filter.isPublicOnly && (unit === 'month' || countChosen(filter) <= 1);

/** SQL: the rows of a day for the filter. With the list of all directions, the database can use the unique index. */
function isDayRow(filter: StatisticFilter): Sql {
  const isColumn = productColumns(filter).map(([column, value]) =>
    value === undefined ? sql`${column} is null` : sql`${column} = ${value}`,
  );
  return sql`${sql.join(isColumn, sql` and `)} and auction_type in ('Forward', 'Reverse')`;
}
