import { listedPlaces } from '#server/ledger/place-of.ts';
import { sql } from 'kysely';
import type { SellOrderItemRow, SellOrderRow } from '#server/marketplace/sell-order-rows.ts';
import type { Db } from '#server/platform/database/database.ts';

/**
 * Per item how many RECs of the same goods its seller has on offer in other items, of sell orders and of auctions: the
 * ledger counts them all. Nothing is refused for it, a seller may have more of them; but an admin should know.
 */
export async function findListedElsewhere(
  db: Db,
  order: Pick<SellOrderRow, 'seller_account_id'>,
  items: readonly SellOrderItemRow[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; quantity: number }>`
    select item.id, sum(place.balance)::float8 as quantity
    from sell_order_item item
    join ${listedPlaces(order.seller_account_id)} place on place.source_id <> item.id
      and (place.country, place.fuel_type, place.vintage_year, place.vintage_period)
        = (item.country, item.fuel_type, item.vintage_year, item.vintage_period)
    where item.id = any(${items.map(({ id }) => id)}::uuid[])
    group by item.id`.execute(db);
  return new Map(rows.map(({ id, quantity }) => [id, quantity]));
}
