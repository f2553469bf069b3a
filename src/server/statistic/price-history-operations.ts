import { sql } from 'kysely';
import {
  exportPriceHistoryAsAdmin,
  exportPriceHistoryAsUser,
  getPriceHistoryAsAdmin,
  getPriceHistoryAsUser,
  type PricedProduct,
  type PriceHistory,
  type PricePoint,
} from '#contract/price-history.ts';
import { unitOf, type CourseUnit } from '#domain/statistic/range.ts';
import type { Db } from '#server/platform/database/database.ts';
import { rounded, unitsOfCents } from '#server/platform/database/money.ts';
import { exportFile, rowLimitOf } from '#server/platform/export/export.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { operation, type Call, type Operation } from '#server/platform/http/operation.ts';
import { pricedProductColumns, pricePointColumns } from '#server/statistic/statistic-columns.ts';
import {
  filterOf,
  PRODUCT_COLUMNS,
  isInFilter,
  pointsOf,
  type Filtered,
  type StatisticFilter,
} from '#server/statistic/statistic-filter.ts';
import { courseOf } from '#server/statistic/statistic-rows.ts';

/** The maximum number of products on a page. Filters find the others. */
const PRODUCTS_SHOWN = 50;

/** Limits prices of private auctions to administrators and members of Active companies (decision 93). */
const readableBy = ({ role, accounts }: Caller): Pick<StatisticFilter, 'isPublicOnly'> => ({
  isPublicOnly: role !== 'Admin' && !accounts.some(({ status }) => status === 'Active'),
});

/** Returns the figures per point of time that every user may see. */
export async function priceCourseOf(db: Db, filter: StatisticFilter, unit: CourseUnit): Promise<PricePoint[]> {
  const { course } = await courseOf(db, filter, unit);
  return course.map(({ at, sold, averagePrice, weightedPrice }) => ({ at, sold, averagePrice, weightedPrice }));
}

type PriceOptions = { readonly unit: CourseUnit; readonly limit: number };

/**
 * Returns the sales of each product, the most sold first, with a price for each part of the range that has sales. An
 * auction has a product in only one item, so an item's result is the price of one auction. The query finds the first
 * and the last auction by the index of products.
 */
export async function pricedProductsOf(
  db: Db,
  filter: StatisticFilter,
  { unit, limit }: PriceOptions,
): Promise<Pick<PriceHistory, 'goods' | 'total'>> {
  const meant = sql`${isInFilter(filter)} and sold > 0`;
  // Finding a time among the points is several times faster than computing its day in the reader's time zone.
  const points = pointsOf(filter, unit);
  const price = sql`
    select value / item_result.sold as price, ended_at from item_result
    where ${meant} and item_result.country = priced.country and item_result.fuel_type = priced.fuel_type
      and item_result.vintage_year = priced.vintage_year and item_result.vintage_period = priced.vintage_period`;
  const { rows } = await sql<PricedProduct & { readonly total: number }>`
    with parts as (
      select country, fuel_type, vintage_year, vintage_period, count(*) as auctions, sum(sold) as sold, sum(value) as value,
        width_bucket(ended_at, array(select point at time zone ${filter.timeZone} from ${points} point)) as within,
        min(lowest_price_cents) as lowest, max(highest_price_cents) as highest
      from item_result where ${meant}
      group by country, fuel_type, vintage_year, vintage_period, within
    ), priced as (
      select country, fuel_type, vintage_year, vintage_period, sum(auctions)::int as auctions, sum(sold)::float8 as sold,
        ${rounded(sql`sum(value) / sum(sold)`)}::float8 as "weightedPrice",
        ${unitsOfCents(sql`min(lowest)`)}::float8 as "lowestPrice", ${unitsOfCents(sql`max(highest)`)}::float8 as "highestPrice",
        jsonb_agg(
          jsonb_build_object('at', (array(select to_char(point, 'YYYY-MM-DD') from ${points} point))[within], 'sold', sold, 'weightedPrice', ${rounded(sql`value / sold`)})
          order by within
        ) as points,
        count(*) over ()::int as total
      from parts
      group by country, fuel_type, vintage_year, vintage_period
      order by sum(sold) desc, country, fuel_type, vintage_year, vintage_period
      limit ${limit}
    )
    select ${PRODUCT_COLUMNS}, auctions, sold, "weightedPrice", "lowestPrice", "highestPrice",
      ${rounded(sql`latest.price`)}::float8 as "latestPrice",
      to_char(latest.ended_at at time zone ${filter.timeZone}, 'YYYY-MM-DD') as "latestOn",
      case when auctions > 1 then round(100 * (latest.price / first.price - 1), 2)::float8 end as change,
      points, total
    from priced
    cross join lateral (${price} order by ended_at, item_id limit 1) first
    cross join lateral (${price} order by ended_at desc, item_id desc limit 1) latest
    order by sold desc, country, fuel_type, vintage_year, vintage_period`.execute(db);
  return { goods: rows.map(({ total: _, ...goods }) => goods), total: rows[0]?.total ?? 0 };
}

async function readPrices(call: Filtered & Pick<Call, 'caller'>): Promise<PriceHistory> {
  const filter = { ...filterOf(call), ...readableBy(call.caller) };
  const unit = unitOf(filter);
  const course = await priceCourseOf(call.db, filter, unit);
  return { unit, course, ...(await pricedProductsOf(call.db, filter, { unit, limit: PRODUCTS_SHOWN })) };
}

async function exportPrices({ db, caller, language, timeZone, query }: Call<typeof exportPriceHistoryAsUser>) {
  const { table, format, ...filtered } = query;
  const filter = { ...filterOf({ query: filtered, timeZone }), ...readableBy(caller) };
  const unit = unitOf(filter);
  const how = { format, timeZone };
  if (table === 'course') {
    const rows = await priceCourseOf(db, filter, unit);
    return exportFile({ name: 'prices-over-time', columns: pricePointColumns(language, unit), rows }, how);
  }
  const { goods } = await pricedProductsOf(db, filter, { unit, limit: rowLimitOf(format) });
  return exportFile({ name: 'prices-by-goods', columns: pricedProductColumns(language), rows: goods }, how);
}

/** Operations that read and export the prices at which products were sold. The replies name nobody. */
export const priceHistoryOperations: readonly Operation[] = [
  operation(getPriceHistoryAsUser, readPrices),
  operation(getPriceHistoryAsAdmin, readPrices),
  operation(exportPriceHistoryAsUser, exportPrices),
  operation(exportPriceHistoryAsAdmin, exportPrices),
];
