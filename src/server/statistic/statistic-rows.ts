import { sql, type RawBuilder } from 'kysely';
import type { CoursePoint, Purchases, StatisticTotals, TopItem } from '#contract/statistic.ts';
import { textOfCents } from '#domain/basics/price.ts';
import type { CourseUnit } from '#domain/statistic/range.ts';
import type { Db } from '#server/platform/database/database.ts';
import { rounded, unitsOfCents } from '#server/platform/database/money.ts';
import {
  PRODUCT_COLUMNS,
  isInFilter,
  isInFilterAt,
  pointsOf,
  type StatisticFilter,
} from '#server/statistic/statistic-filter.ts';

const sums = () => sql`
  count(*)::int as auctions, coalesce(sum(bids), 0)::float8 as bids,
  coalesce(sum(offered), 0)::float8 as offered, coalesce(sum(sold), 0)::float8 as sold,
  ${rounded(sql`coalesce(sum(value), 0)`)}::text as value,
  ${unitsOfCents(sql`sum(price_cents_sum) / nullif(sum(awards), 0)`)}::float8 as "averagePrice",
  ${rounded(sql`sum(value) / nullif(sum(sold), 0)`)}::float8 as "weightedPrice"`;

type Course = { readonly totals: Omit<StatisticTotals, 'participants'>; readonly course: CoursePoint[] };

/**
 * Returns the totals, and the figures of every point of the range, also of points without closed auctions. The query
 * sums up each auction first, so that it counts auctions without removing duplicates.
 */
export async function courseOf(db: Db, filter: StatisticFilter, unit: CourseUnit): Promise<Course> {
  const { rows } = await sql<CoursePoint>`
    with closed as (
      select date_trunc(${unit}, min(ended_at) at time zone ${filter.timeZone}) as within, sum(bids) as bids,
        sum(offered) as offered, sum(sold) as sold, sum(value) as value, sum(price_cents_sum) as price_cents_sum,
        sum(awards) as awards
      from item_result where ${isInFilter(filter)} group by auction_id
    ), summed as (
      select within, ${sums()} from closed group by grouping sets ((within), ())
    )
    select to_char(point, 'YYYY-MM-DD') as at, coalesce(auctions, 0) as auctions, coalesce(bids, 0) as bids,
      coalesce(offered, 0) as offered, coalesce(sold, 0) as sold, coalesce(value, ${textOfCents(0)}) as value,
      "averagePrice", "weightedPrice"
    ${alongRange(filter, unit)}`.execute(db);
  return splitCourse(rows);
}

/** SQL: every point of the range with its row of `summed`. The totals come first, at a null point. */
const alongRange = (filter: StatisticFilter, unit: CourseUnit): RawBuilder<unknown> => sql`
  from (select point from ${pointsOf(filter, unit)} point union all select null) points
  left join summed on within is not distinct from point
  order by point nulls first`;

function splitCourse<Row extends { readonly at: string }>([all, ...course]: readonly Row[]) {
  if (!all) throw new Error('an aggregate query returned no row');
  const { at: _, ...totals } = all;
  return { totals, course };
}

/** Up to this number of items, `participantsOf` reads all companies that bid on them. */
const FEW_ITEMS = 3_000;

/**
 * Counts the companies that bid on the items of the filter. If there are few items, reads all companies that bid on
 * them. If there are many items, stops for each company at the first item found, because reading all would be slower.
 */
export async function participantsOf(db: Db, filter: StatisticFilter, few = FEW_ITEMS): Promise<number> {
  const { from, to, timeZone } = filter;
  const meant = sql`select item_id from item_result where ${isInFilter(filter)}`;
  const { rows: some } = await sql<{ items: number }>`
    select count(*)::int as items from (${meant} limit ${few + 1}) first_items`.execute(db);
  const bidders =
    (some[0]?.items ?? 0) <= few
      ? sql`select distinct account_id from item_participant where item_id = any(array(${meant}))`
      : sql`
          select from account cross join lateral (
            select from item_participant bid_on
            where bid_on.account_id = account.id and ${isInFilterAt(sql`bid_on.ended_at`, { from, to, timeZone })}
              and exists (${meant} and item_result.item_id = bid_on.item_id)
            limit 1
          ) found`;
  const { rows } = await sql<{ participants: number }>`
    select count(*)::int as participants from (${bidders}) bidders`.execute(db);
  return rows[0]?.participants ?? 0;
}

/**
 * Returns the products of the greatest value. An auction has a product in only one item. So the number of items is the
 * number of auctions.
 */
export async function topItemsOf(db: Db, filter: StatisticFilter, limit: number): Promise<TopItem[]> {
  const { rows } = await sql<TopItem>`
    select ${PRODUCT_COLUMNS}, ${sums()}
    from item_result where ${isInFilter(filter)}
    group by country, fuel_type, vintage_year, vintage_period
    having sum(sold) > 0
    order by sum(value) desc, sum(sold) desc, country, fuel_type, vintage_year, vintage_period
    limit ${limit}`.execute(db);
  return rows;
}

type Point = Purchases['course'][number];

/** Returns the purchases in the marketplace, over time and in total: the parts of approved buy orders, by product. */
export async function purchasesOf(db: Db, filter: StatisticFilter, unit: CourseUnit): Promise<Purchases> {
  const { rows } = await sql<Point & { readonly buyers: number }>`
    with bought as (
      select account_id, sum(part.quantity) as quantity, ${unitsOfCents(sql`sum(part.quantity * unit_price_cents::numeric)`)} as value,
        date_trunc(${unit}, decided_at at time zone ${filter.timeZone}) as within
      from buy_order
      join buy_order_part part on part.buy_order_id = buy_order.id
      join sell_order_item item on item.id = part.sell_order_item_id
      where status = 'Approved' and ${isInFilterAt(sql`decided_at`, filter)}
      group by buy_order.id
    ), summed as (
      select within, count(*)::int as "buyOrders", count(distinct account_id)::int as buyers,
        coalesce(sum(quantity), 0)::float8 as sold, ${rounded(sql`coalesce(sum(value), 0)`)}::text as value,
        ${rounded(sql`sum(value) / nullif(sum(quantity), 0)`)}::float8 as "weightedPrice"
      from bought group by grouping sets ((within), ())
    )
    select to_char(point, 'YYYY-MM-DD') as at, coalesce("buyOrders", 0) as "buyOrders", coalesce(buyers, 0) as buyers,
      coalesce(sold, 0) as sold, coalesce(value, ${textOfCents(0)}) as value, "weightedPrice"
    ${alongRange(filter, unit)}`.execute(db);
  const { totals, course } = splitCourse(rows);
  return { totals, course: course.map(({ buyers: _buyers, ...point }) => point) };
}
