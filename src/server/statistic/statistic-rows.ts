import { sql, type RawBuilder } from 'kysely';
import type { CoursePoint, PricedGoods, StatisticTotals, TopItem } from '#contract/statistic.ts';
import type { AuctionType } from '#domain/auction/direction.ts';
import type { Country } from '#domain/basics/country.ts';
import type { FuelType } from '#domain/basics/fuel.ts';
import type { CourseUnit, Range } from '#domain/statistic/range.ts';
import type { Db } from '#server/platform/database.ts';

export type StatisticFilter = Range & {
  readonly timeZone: string;
  readonly direction?: AuctionType | undefined;
  readonly country?: Country | undefined;
  readonly fuel?: FuelType | undefined;
  readonly vintage?: number | undefined;
};
type Sql = RawBuilder<unknown>;

const isMeant = ({ from, to, timeZone, direction, country, fuel, vintage }: StatisticFilter): Sql => {
  const wanted: [Sql, unknown][] = [
    [sql`auction_type`, direction],
    [sql`country`, country],
    [sql`fuel_type`, fuel],
    [sql`vintage_year`, vintage],
  ];
  const chosen = wanted.flatMap(([column, value]) => (value === undefined ? [] : [sql`${column} = ${value}`]));
  const begins = sql`ended_at >= ${from}::date::timestamp at time zone ${timeZone}`;
  const ends = sql`ended_at < (${to}::date + 1)::timestamp at time zone ${timeZone}`;
  return sql.join([begins, ends, ...chosen], sql` and `);
};

const SUMS = sql`
  coalesce(sum(offered), 0)::float8 as offered, coalesce(sum(sold), 0)::float8 as sold,
  coalesce(sum(value), 0)::numeric(24, 2)::text as value,
  round(sum(price_cents_sum) / nullif(sum(awards), 0) / 100, 2)::float8 as "averagePrice",
  round(sum(value) / nullif(sum(sold), 0), 2)::float8 as "weightedPrice"`;
const COUNTS = sql`count(distinct auction_id)::int as auctions, coalesce(sum(bids), 0)::float8 as bids`;

const GOODS = sql`
  country as "recCountry", fuel_type as "recFuelType",
  jsonb_build_object('year', vintage_year, 'period', vintage_period) as "recVintage"`;

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
  const [totals] = rows;
  if (!totals) throw new Error('an aggregate without a group has one row');
  return totals;
}

/** Every point of the range, also those in which nothing was closed. */
export async function courseOf(db: Db, filter: StatisticFilter, unit: CourseUnit): Promise<CoursePoint[]> {
  const { rows } = await sql<CoursePoint>`
    select to_char(point, 'YYYY-MM-DD') as at, coalesce(auctions, 0) as auctions, coalesce(bids, 0) as bids,
      coalesce(offered, 0) as offered, coalesce(sold, 0) as sold, coalesce(value, '0.00') as value,
      "averagePrice", "weightedPrice"
    from generate_series(
      date_trunc(${unit}, ${filter.from}::date::timestamp), ${filter.to}::date::timestamp, ${`1 ${unit}`}::interval) point
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

/** What was sold of each kind of goods, the most sold first, with the prices of each part of the range that has any. */
export async function pricesOf(
  db: Db,
  filter: StatisticFilter,
  unit: CourseUnit,
  limit: number,
): Promise<PricedGoods[]> {
  const { rows } = await sql<PricedGoods>`
    select ${GOODS}, sum(sold)::float8 as sold,
      jsonb_agg(
        jsonb_build_object('at', to_char(within, 'YYYY-MM-DD'), 'sold', sold, 'weightedPrice', weighted,
                           'lowestPrice', lowest, 'highestPrice', highest)
        order by within
      ) as points
    from (
      select country, fuel_type, vintage_year, vintage_period,
        date_trunc(${unit}, ended_at at time zone ${filter.timeZone}) as within, sum(sold)::float8 as sold,
        round(sum(value) / sum(sold), 2)::float8 as weighted, (min(lowest_price_cents) / 100.0)::float8 as lowest,
        (max(highest_price_cents) / 100.0)::float8 as highest
      from item_result where ${isMeant(filter)} and sold > 0
      group by country, fuel_type, vintage_year, vintage_period, within
    ) priced
    group by country, fuel_type, vintage_year, vintage_period
    order by sum(sold) desc, country, fuel_type, vintage_year, vintage_period
    limit ${limit}`.execute(db);
  return rows;
}
