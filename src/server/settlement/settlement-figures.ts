import { sql, type RawBuilder } from 'kysely';
import type { getSettlementFiguresAsUser, SettlementFigures } from '#contract/settlement/settlement-figures.ts';
import { rounded } from '#server/platform/database/money.ts';
import { seenBy } from '#server/settlement/settlement-rows.ts';
import { filterOf, isInFilterAt, type StatisticFilter } from '#server/statistic/statistic-filter.ts';
import type { Call } from '#server/platform/http/operation.ts';

type Stored = Omit<SettlementFigures, 'defaultRate'>;

/** Returns figures of the settlements that the caller may see and that opened in a range (see the contract). */
export async function readSettlementFigures({
  db,
  caller,
  query,
  timeZone,
}: Call<typeof getSettlementFiguresAsUser>): Promise<SettlementFigures> {
  const filter = filterOf({ query, timeZone });
  const { rows } = await sql<Stored>`
    select count(*)::int as trades, count(*) filter (where ${IS_SETTLED})::int as settled,
      ${rounded(sql`coalesce(sum(owed) filter (where ${IS_SETTLED}), 0)`)}::text as "settledValue",
      ${rounded(sql`coalesce(sum(owed - paid) filter (where ${IS_LATE}), 0)`)}::text as "overdueValue",
      round((percentile_cont(0.5) within group (order by extract(epoch from changed_at - settlement.created_at)::float8)
        filter (where ${IS_SETTLED}) / 86400)::numeric, 1)::float8 as "daysToSettle",
      count(*) filter (where ${HAS_DEFAULTED})::int as defaulted,
      count(*) filter (where ${HAS_DEFAULTED} or whole not in ('open', 'disputed'))::int as decided
    from settlement where whole <> 'settledOutside' and ${seenBy(caller)} and ${isMeant(filter)}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('an aggregate query returned no row');
  const { defaulted, decided } = row;
  return { ...row, defaultRate: decided === 0 ? null : Math.round((defaulted / decided) * 1000) / 10 };
}

const IS_SETTLED = sql`whole = 'settled'`;
const IS_LATE = sql`whole in ('open', 'disputed') and payment in ('overdue', 'inCure')`;
/** A refund after the release replaces the state of the payment, so the timeline still tells of the default. */
const HAS_DEFAULTED = sql`(payment = 'defaulted' or (whole = 'released' and payment = 'refunded' and exists (
  select from settlement_event where settlement_id = settlement.id and step = 'declareDefault')))`;

/** SQL: the settlements that opened in the range, for the product and the direction of the filter. */
function isMeant({ direction, country, fuel, vintage, period, ...range }: StatisticFilter): RawBuilder<unknown> {
  const at = sql`settlement.created_at`;
  const product = { country, fuel, vintage, period };
  const isOfProduct = isInFilterAt(at, { ...range, ...product });
  const parts = [
    isInFilterAt(at, range),
    ...(direction === undefined
      ? []
      : [
          sql`award_id in (select award.id from award join auction on auction.id = award.auction_id
            where auction_type = ${direction})`,
        ]),
    ...(Object.values(product).every((value) => value === undefined)
      ? []
      : [
          sql`(exists (select from award join auction_item on auction_item.id = award.item_id
              where award.id = settlement.award_id and ${isOfProduct})
            or exists (select from buy_order_part part join sell_order_item on sell_order_item.id = part.sell_order_item_id
              where part.buy_order_id = settlement.buy_order_id and ${isOfProduct}))`,
        ]),
  ];
  return sql.join(parts, sql` and `);
}
