import { sql } from 'kysely';
import type { Purchases } from '#contract/statistic.ts';
import type { CourseUnit } from '#domain/statistic/range.ts';
import type { Db } from '#server/platform/database/database.ts';
import { isMeantAt, pointsOf, type StatisticFilter } from '#server/statistic/statistic-filter.ts';

type Point = Purchases['course'][number];

/** What was bought in the marketplace: buy orders that were approved, by the items that they take of; over time and altogether. */
export async function purchasesOf(db: Db, filter: StatisticFilter, unit: CourseUnit): Promise<Purchases> {
  const { rows } = await sql<Point & { readonly buyers: number }>`
    with bought as (
      select account_id, sum(part.quantity) as quantity, sum(part.quantity * unit_price_cents::numeric / 100) as value,
        date_trunc(${unit}, decided_at at time zone ${filter.timeZone}) as within
      from buy_order
      join buy_order_part part on part.buy_order_id = buy_order.id
      join sell_order_item item on item.id = part.sell_order_item_id
      where status = 'Approved' and ${isMeantAt(sql`decided_at`, filter)}
      group by buy_order.id
    ), summed as (
      select within, count(*)::int as "buyOrders", count(distinct account_id)::int as buyers,
        coalesce(sum(quantity), 0)::float8 as sold, coalesce(sum(value), 0)::numeric(24, 2)::text as value,
        round(sum(value) / nullif(sum(quantity), 0), 2)::float8 as "weightedPrice"
      from bought group by grouping sets ((within), ())
    )
    select to_char(point, 'YYYY-MM-DD') as at, coalesce("buyOrders", 0) as "buyOrders", coalesce(buyers, 0) as buyers,
      coalesce(sold, 0) as sold, coalesce(value, '0.00') as value, "weightedPrice"
    from (select point from ${pointsOf(filter, unit)} point union all select null) points
    left join summed on within is not distinct from point
    order by point nulls first`.execute(db);
  const [all, ...course] = rows;
  if (!all) throw new Error('an aggregate without a group has one row');
  const { at: _, ...totals } = all;
  return { totals, course: course.map(({ buyers: _buyers, ...point }) => point) };
}
