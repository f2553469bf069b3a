import { sql, type RawBuilder } from 'kysely';
import type { CoursePoint, Purchases, StatisticTotals, TopItem } from '#contract/statistic.ts';
import { textOfCents } from '#domain/basics/price.ts';
import type { CourseUnit } from '#domain/statistic/range.ts';
import type { Db } from '#server/platform/database/database.ts';
import { rounded, unitsOfCents } from '#server/platform/database/money.ts';
import { figuresOf } from '#server/statistic/kept-figures.ts';
import {
  PRODUCT_COLUMNS,
  countChosen,
  isInFilter,
  isInFilterAt,
  isInRange,
  isMeant,
  momentsOf,
  pointsOf,
  type StatisticFilter,
} from '#server/statistic/statistic-filter.ts';

const sums = () => sql`
  coalesce(sum(auctions), 0)::int as auctions, coalesce(sum(bids), 0)::float8 as bids,
  coalesce(sum(offered), 0)::float8 as offered, coalesce(sum(sold), 0)::float8 as sold,
  ${rounded(sql`coalesce(sum(value), 0)`)}::text as value,
  ${unitsOfCents(sql`sum(price_cents_sum) / nullif(sum(awards), 0)`)}::float8 as "averagePrice",
  ${rounded(sql`sum(value) / nullif(sum(sold), 0)`)}::float8 as "weightedPrice"`;

type Course = { readonly totals: Omit<StatisticTotals, 'participants'>; readonly course: CoursePoint[] };

/**
 * Returns the totals, and the figures of every point of the range, also of points without closed auctions. The query
 * sums up the items of each auction first, so that it counts auctions without removing duplicates.
 */
export async function courseOf(db: Db, filter: StatisticFilter, unit: CourseUnit): Promise<Course> {
  const { from, to, timeZone } = filter;
  const parts = sql`
    select point as within, greatest(point, ${from}::date) at time zone ${timeZone} as begins,
      least(point + ${`1 ${unit}`}::interval, ${to}::date + 1) at time zone ${timeZone} as ends
    from ${pointsOf(filter, unit)} point`;
  const { part, kept, items } = figuresOf(filter, { unit: 'day', parts });
  const { rows } = await sql<CoursePoint>`
    with ${part}, closed as (
      select within, auctions, offered, sold, value, awards, price_cents_sum, bids from ${kept}
      union all
      select within, 1, sum(offered), sum(sold), sum(value), sum(awards), sum(price_cents_sum), sum(bids)
      from ${items} group by within, auction_id
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

/** Up to this number of bids, `participantsOf` reads all companies that placed them. */
const FEW_BIDS = 30_000;

/**
 * Counts the companies that placed these `bids` of the filter. If there are few bids, reads all companies that bid on the
 * items. If there are many bids, stops for each company at the first item found, because reading all would be slower.
 */
export async function participantsOf(db: Db, filter: StatisticFilter, bids: number): Promise<number> {
  const isOfFilter = sql`(select ${isMeant(filter)} from item_result where item_id = bid_on.item_id)`;
  const areAllMeant = countChosen(filter) === 0 && filter.direction === undefined && !filter.isPublicOnly;
  const bidders =
    bids <= FEW_BIDS
      ? sql`
          select distinct account_id from item_participant
          where item_id = any(array(select item_id from item_result where ${isInFilter(filter)}))`
      : sql`
          select from account cross join lateral (
            select from item_participant bid_on
            where bid_on.account_id = account.id and ${isInRange(sql`bid_on.ended_at`, filter)}
              and ${areAllMeant ? sql`true` : isOfFilter}
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
  const { begins, ends } = momentsOf(filter);
  const parts = sql`select null as within, ${begins} as begins, ${ends} as ends`;
  const { part, kept, items } = figuresOf(filter, { unit: 'month', parts });
  const product = sql`country, fuel_type, vintage_year, vintage_period`;
  const { rows } = await sql<TopItem>`
    with ${part}, figures as (
      select ${product}, auctions, offered, sold, value, awards, price_cents_sum, bids from ${kept}
      union all
      select ${product}, 1, offered, sold, value, awards, price_cents_sum, bids from ${items}
    )
    select ${PRODUCT_COLUMNS}, ${sums()} from figures group by ${product}
    having sum(sold) > 0
    order by sum(value) desc, sum(sold) desc, ${product}
    limit ${limit}`.execute(db);
  return rows;
}

type Point = Purchases['course'][number];

/** Returns the purchases in the marketplace, over time and in total: the parts of approved buy orders, by product. */
export async function purchasesOf(db: Db, filter: StatisticFilter, unit: CourseUnit): Promise<Purchases> {
  // A buy order's quantity is the sum of its parts, so without a filter by product the query reads no parts.
  const orders =
    countChosen(filter) === 0
      ? sql`
          select account_id, decided_at, unit_price_cents, quantity
          from buy_order where status = 'Approved' and ${isInRange(sql`decided_at`, filter)}`
      : sql`
          select account_id, decided_at, unit_price_cents, sum(part.quantity) as quantity
          from buy_order
          join buy_order_part part on part.buy_order_id = buy_order.id
          join sell_order_item item on item.id = part.sell_order_item_id
          where status = 'Approved' and ${isInFilterAt(sql`decided_at`, filter)}
          group by buy_order.id`;
  const { rows } = await sql<Point & { readonly buyers: number }>`
    with bought as (
      select account_id, within, count(*) as orders, sum(quantity) as quantity, sum(quantity::bigint * unit_price_cents) as cents
      from (
        select *, date_trunc(${unit}, decided_at at time zone ${filter.timeZone}) as within from (${orders}) orders
      ) dated
      group by grouping sets ((account_id), (within))
    ), summed as (
      select within, sum(orders)::int as "buyOrders", coalesce(sum(quantity), 0)::float8 as sold,
        (coalesce(sum(cents), 0) / 100)::numeric(24, 2)::text as value,
        round(sum(cents) / nullif(sum(quantity), 0) / 100, 2)::float8 as "weightedPrice"
      from bought where account_id is null group by grouping sets ((within), ())
    )
    select to_char(point, 'YYYY-MM-DD') as at, coalesce("buyOrders", 0) as "buyOrders", coalesce(sold, 0) as sold,
      coalesce(value, '0.00') as value, "weightedPrice", (select count(account_id)::int from bought) as buyers
    ${alongRange(filter, unit)}`.execute(db);
  const { totals, course } = splitCourse(rows);
  return { totals, course: course.map(({ buyers: _buyers, ...point }) => point) };
}
