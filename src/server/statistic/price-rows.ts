import { sql } from 'kysely';
import type { PricedGoods, PriceHistory, PricePoint } from '#contract/price-history.ts';
import type { CourseUnit } from '#domain/statistic/range.ts';
import type { Db } from '#server/platform/database.ts';
import { GOODS, isMeant, type StatisticFilter } from '#server/statistic/statistic-filter.ts';
import { courseOf } from '#server/statistic/statistic-rows.ts';

/** What of a course everybody may know. */
export async function priceCourseOf(db: Db, filter: StatisticFilter, unit: CourseUnit): Promise<PricePoint[]> {
  const course = await courseOf(db, filter, unit);
  return course.map(({ at, sold, averagePrice, weightedPrice }) => ({ at, sold, averagePrice, weightedPrice }));
}

type Shown = { readonly unit: CourseUnit; readonly limit: number };

/**
 * What was sold of each kind of goods, the most sold first, with the price of each part of the range that has one. Within an
 * auction goods are one item, so that an item's result is the price of one auction.
 */
export async function pricedGoodsOf(
  db: Db,
  filter: StatisticFilter,
  { unit, limit }: Shown,
): Promise<Pick<PriceHistory, 'goods' | 'total'>> {
  const { rows } = await sql<PricedGoods & { readonly total: number }>`
    select ${GOODS}, sum(auctions)::int as auctions, sum(sold)::float8 as sold,
      round(sum(value) / sum(sold), 2)::float8 as "weightedPrice",
      (min(lowest) / 100.0)::float8 as "lowestPrice", (max(highest) / 100.0)::float8 as "highestPrice",
      round((array_agg(latest order by within desc))[1], 2)::float8 as "latestPrice",
      to_char(max(latest_at) at time zone ${filter.timeZone}, 'YYYY-MM-DD') as "latestOn",
      case when sum(auctions) > 1 then
        round(100 * ((array_agg(latest order by within desc))[1] / (array_agg(first order by within))[1] - 1), 2)::float8
      end as change,
      jsonb_agg(
        jsonb_build_object('at', to_char(within, 'YYYY-MM-DD'), 'sold', sold, 'weightedPrice', round(value / sold, 2))
        order by within
      ) as points,
      count(*) over ()::int as total
    from (
      select country, fuel_type, vintage_year, vintage_period,
        date_trunc(${unit}, ended_at at time zone ${filter.timeZone}) as within,
        count(*) as auctions, sum(sold) as sold, sum(value) as value, max(ended_at) as latest_at,
        min(lowest_price_cents) as lowest, max(highest_price_cents) as highest,
        (array_agg(value / sold order by ended_at, item_id))[1] as first,
        (array_agg(value / sold order by ended_at desc, item_id desc))[1] as latest
      from item_result where ${isMeant(filter)} and sold > 0
      group by country, fuel_type, vintage_year, vintage_period, within
    ) priced
    group by country, fuel_type, vintage_year, vintage_period
    order by sum(sold) desc, country, fuel_type, vintage_year, vintage_period
    limit ${limit}`.execute(db);
  return { goods: rows.map(({ total: _, ...goods }) => goods), total: rows[0]?.total ?? 0 };
}
