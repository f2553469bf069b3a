import { sql } from 'kysely';
import type { CoursePoint, Purchases, StatisticTotals, TopItem } from '#contract/statistic.ts';
import type { CourseUnit } from '#domain/statistic/range.ts';
import type { Db } from '#server/platform/database.ts';
import { GOODS, isMeant, isMeantAt, pointsOf, type StatisticFilter } from '#server/statistic/statistic-filter.ts';

const SUMS = sql`
  coalesce(sum(offered), 0)::float8 as offered, coalesce(sum(sold), 0)::float8 as sold,
  coalesce(sum(value), 0)::numeric(24, 2)::text as value,
  round(sum(price_cents_sum) / nullif(sum(awards), 0) / 100, 2)::float8 as "averagePrice",
  round(sum(value) / nullif(sum(sold), 0), 2)::float8 as "weightedPrice"`;
const COUNTS = sql`count(distinct auction_id)::int as auctions, coalesce(sum(bids), 0)::float8 as bids`;

export async function totalsOf(db: Db, filter: StatisticFilter): Promise<StatisticTotals> {
  const { rows } = await sql<StatisticTotals>`
    select ${COUNTS}, ${SUMS},
      (
        select count(*)::int from (
          select distinct account_id from item_participant
          where item_id in (select item_id from item_result where ${isMeant(filter)})
        ) participating
      ) as participants
    from item_result where ${isMeant(filter)}`.execute(db);
  return theRow(rows);
}

function theRow<Row>([row]: readonly Row[]): Row {
  if (!row) throw new Error('an aggregate without a group has one row');
  return row;
}

/** Every point of the range, also those in which nothing was closed. */
export async function courseOf(db: Db, filter: StatisticFilter, unit: CourseUnit): Promise<CoursePoint[]> {
  const { rows } = await sql<CoursePoint>`
    select to_char(point, 'YYYY-MM-DD') as at, coalesce(auctions, 0) as auctions, coalesce(bids, 0) as bids,
      coalesce(offered, 0) as offered, coalesce(sold, 0) as sold, coalesce(value, '0.00') as value,
      "averagePrice", "weightedPrice"
    from ${pointsOf(filter, unit)} point
    left join (
      select date_trunc(${unit}, ended_at at time zone ${filter.timeZone}) as within, ${COUNTS}, ${SUMS}
      from item_result where ${isMeant(filter)} group by within
    ) ended on ended.within = point
    order by point`.execute(db);
  return rows;
}

export async function topItemsOf(db: Db, filter: StatisticFilter, limit: number): Promise<TopItem[]> {
  const { rows } = await sql<TopItem>`
    select ${GOODS}, ${COUNTS}, ${SUMS}
    from item_result where ${isMeant(filter)}
    group by country, fuel_type, vintage_year, vintage_period
    having sum(sold) > 0
    order by sum(value) desc, sum(sold) desc, country, fuel_type, vintage_year, vintage_period
    limit ${limit}`.execute(db);
  return rows;
}

/** What was bought in the marketplace: buy orders that were approved, by the items that they take of. */
export async function purchasesOf(db: Db, filter: StatisticFilter, unit: CourseUnit): Promise<Purchases> {
  const bought = sql`
    select buy_order.id, account_id, part.quantity, part.quantity * unit_price_cents::numeric / 100 as value,
      date_trunc(${unit}, decided_at at time zone ${filter.timeZone}) as within
    from buy_order
    join buy_order_part part on part.buy_order_id = buy_order.id
    join sell_order_item item on item.id = part.sell_order_item_id
    where status = 'Approved' and ${isMeantAt(sql`decided_at`, filter)}`;
  const sums = sql`
    count(distinct id)::int as "buyOrders", coalesce(sum(quantity), 0)::float8 as sold,
    coalesce(sum(value), 0)::numeric(24, 2)::text as value,
    round(sum(value) / nullif(sum(quantity), 0), 2)::float8 as "weightedPrice"`;
  const totals = await sql<Purchases['totals']>`
    select ${sums}, count(distinct account_id)::int as buyers from (${bought}) bought`.execute(db);
  const course = await sql<Purchases['course'][number]>`
    select to_char(point, 'YYYY-MM-DD') as at, coalesce("buyOrders", 0) as "buyOrders", coalesce(sold, 0) as sold,
      coalesce(value, '0.00') as value, "weightedPrice"
    from ${pointsOf(filter, unit)} point
    left join (select within, ${sums} from (${bought}) bought group by within) summed on summed.within = point
    order by point`.execute(db);
  return { totals: theRow(totals.rows), course: course.rows };
}
