import { sql } from 'kysely';
import type { Db } from '#server/platform/database/database.ts';

/** The settlement of RECs that a company holds. */
export type TradeDelivery = {
  readonly settlementId: string;
  /** The day on which the last part was accepted, in UTC; null if the delivery is not complete. */
  readonly deliveredOn: string | null;
};

/**
 * Returns the settlements of trades, by the award or the part of the buy order.
 *
 * @param sourceIds ids of awards and of parts of buy orders
 */
export async function findTradeDeliveries(
  db: Db,
  sourceIds: readonly string[],
): Promise<ReadonlyMap<string, TradeDelivery>> {
  if (sourceIds.length === 0) return new Map();
  const { rows } = await sql<TradeDelivery & { sourceId: string }>`
    select source.id as "sourceId", settlement.id as "settlementId",
      case when delivery = 'accepted' then (
        select (max(event.made_at) at time zone 'UTC')::date::text from settlement_event event
        where event.settlement_id = settlement.id and event.step = 'acceptDelivery') end as "deliveredOn"
    from unnest(${[...sourceIds]}::uuid[]) source (id)
    left join buy_order_part part on part.id = source.id
    join settlement on settlement.award_id = source.id or settlement.buy_order_id = part.buy_order_id`.execute(db);
  return new Map(rows.map(({ sourceId, ...delivery }) => [sourceId, delivery]));
}
