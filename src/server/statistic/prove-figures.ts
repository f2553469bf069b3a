import { sql } from 'kysely';
import type { Db } from '#server/platform/database/database.ts';

/** The number of kept figures, and the rows that differ from what the bids and awards say. */
export type FiguresProof = {
  readonly figures: number;
  readonly problems: readonly { readonly says: string; readonly row: Record<string, unknown> }[];
};

/** The results of items, from the history of bids and the awards of the closing. */
const RESULTS = sql`
  select item.id as item_id, auction.id as auction_id, auction_type, country, fuel_type, vintage_year, vintage_period,
    auction_end_time as ended_at, item.quantity as offered, coalesce(won.sold, 0) as sold, coalesce(won.value, 0) as value,
    coalesce(won.awards, 0) as awards, coalesce(won.price_cents_sum, 0) as price_cents_sum,
    coalesce(placed.bids, 0) as bids
  from auction
  join auction_item item on item.auction_id = auction.id
  left join (
    select item_id, sum(quantity) as sold, sum(amount) as value, count(*) as awards, sum(price_cents) as price_cents_sum
    from award where offer_id is null group by item_id
  ) won on won.item_id = item.id
  left join (
    select item_id, count(*) as bids from bid_history where kind = 'placed' group by item_id
  ) placed on placed.item_id = item.id
  where closed_at is not null and annulled_at is null and rehearsal_of is null`;

const SUMS = sql`
  count(distinct auction_id)::int as auctions, sum(offered)::bigint as offered, sum(sold)::bigint as sold,
  sum(value)::numeric(24, 2) as value, sum(awards)::bigint as awards, sum(price_cents_sum)::bigint as price_cents_sum,
  sum(bids)::bigint as bids`;

/**
 * Compares the kept figures (decision 142) with the totals computed from bids and awards. It does not use the stored
 * results of items, which the figures are made of.
 */
export async function proveFigures(db: Db): Promise<FiguresProof> {
  const counted = sql`
    select cell.*, ${SUMS}
    from result cross join lateral (
      select (ended_at at time zone 'UTC')::date as day, date_trunc('month', ended_at at time zone 'UTC')::date as month
    ) ended cross join lateral (
      values ('day', day, auction_type, null, null, null::int, null),
        ('day', day, auction_type, country, null, null, null),
        ('day', day, auction_type, null, fuel_type, null, null),
        ('day', day, auction_type, null, null, vintage_year, null),
        ('day', day, auction_type, null, null, null, vintage_period),
        ('month', month, auction_type, country, fuel_type, vintage_year, vintage_period)
    ) cell (unit, begins, auction_type, country, fuel_type, vintage_year, vintage_period)
    group by 1, 2, 3, 4, 5, 6, 7`;
  // Figures of zero remain if results are removed.
  const kept = sql`
    select * from sales_figure
    where (auctions, offered, sold, value, awards, price_cents_sum, bids) <> (0, 0, 0, 0, 0, 0, 0)`;
  const { rows } = await sql<{ says: string; row: Record<string, unknown> }>`
    with result as (${RESULTS}), counted as materialized (${counted}), kept as (${kept})
    select 'a kept figure equals its bids and awards' as says, to_jsonb(wrong) as row
    from (select * from kept except all select * from counted) wrong
    union all
    select 'bids and awards are in the kept figures', to_jsonb(missing)
    from (select * from counted except all select * from kept) missing
    limit 100`.execute(db);
  const { rows: numbers } = await sql<{ figures: number }>`select count(*)::int as figures from sales_figure`.execute(
    db,
  );
  return { figures: numbers[0]?.figures ?? 0, problems: rows };
}
