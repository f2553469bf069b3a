import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { AccountStatus } from '#domain/company/account.ts';
import { statusOfSellOrder, type SellOrderStatus } from '#domain/marketplace/sell-order-status.ts';
import type { SellOrderAudience } from '#domain/marketplace/who-may-buy.ts';
import { listedAccounts } from '#server/ledger/ledger-accounts.ts';
import { databaseNowMs } from '#server/platform/runtime/clock.ts';
import { findRelated } from '#server/platform/database/related-accounts.ts';
import type { Db } from '#server/platform/database/database.ts';
import { Refused } from '#server/platform/http/refused.ts';
import type { Tables } from '#server/platform/database/tables.gen.ts';

/**
 * A sell order with its seller's names and status, its creator, and the numbers of its buyers and its pending buy
 * orders.
 */
export type SellOrderRow = Selectable<Tables['sell_order']> & {
  readonly seller_name: string;
  readonly seller_english_name: string;
  readonly seller_status: AccountStatus;
  readonly creator_name: string;
  /** Buy orders that wait for an admin. */
  readonly pending_count: number;
  readonly buyer_count: number;
};
export type SellOrderItemRow = Selectable<Tables['sell_order_item']>;

/** Returns these sell orders in the order of `ids`. Omits ids that do not exist. */
export async function sellOrdersById(db: Db, ids: readonly string[]): Promise<SellOrderRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<SellOrderRow>`
    select o.*, seller.company_name as seller_name, seller.english_company_name as seller_english_name,
      seller.status as seller_status, creator.username as creator_name,
      (select count(*)::int from buy_order where sell_order_id = o.id and status = 'Pending') as pending_count,
      (select count(*)::int from sell_order_buyer where sell_order_id = o.id) as buyer_count
    from sell_order o
    join account seller on seller.id = o.seller_account_id join app_user creator on creator.id = o.created_by
    where o.id = any(${[...ids]}::uuid[])`.execute(db);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/**
 * Returns a sell order by its id.
 * @throws Refused not_found
 */
export async function requireSellOrder(db: Db, id: string): Promise<SellOrderRow> {
  const [row] = await sellOrdersById(db, [id]);
  if (!row) throw new Refused('not_found');
  return row;
}

/** Returns the items of these sell orders in the order in which they were added. */
export async function itemsOfSellOrders(db: Db, ids: readonly string[]): Promise<SellOrderItemRow[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('sell_order_item')
    .selectAll()
    .where('sell_order_id', 'in', [...ids])
    .orderBy('position')
    .execute();
}

/** Returns the status of a sell order at `nowMs`, in milliseconds since 1970. */
export const sellOrderStatusOf = (row: Selectable<Tables['sell_order']>, nowMs: number): SellOrderStatus =>
  statusOfSellOrder(
    {
      publishAtMs: row.publish_at?.getTime() ?? null,
      endAtMs: row.end_at?.getTime() ?? null,
      isCancelled: row.cancelled_at !== null,
      remainingQuantity: row.remaining_quantity,
    },
    nowMs,
  );

const NOW = sql`statement_timestamp()`;
const IS_PUBLISHED = sql`o.cancelled_at is null and o.publish_at <= ${NOW}`;

/** SQL form of `statusOfSellOrder`, for searches. */
export const HAS_STATUS: Record<SellOrderStatus, RawBuilder<unknown>> = {
  cancelled: sql`o.cancelled_at is not null`,
  unpublished: sql`o.cancelled_at is null and o.publish_told_at is null and (o.publish_at is null or o.publish_at > ${NOW})`,
  sold_out: sql`${IS_PUBLISHED} and o.remaining_quantity = 0`,
  ended: sql`${IS_PUBLISHED} and o.remaining_quantity > 0 and o.end_at <= ${NOW}`,
  published: sql`${IS_PUBLISHED} and o.remaining_quantity > 0 and (o.end_at is null or o.end_at > ${NOW})`,
};

/** A sell order whose row this transaction has locked, with its items. */
export type LockedSellOrder = {
  readonly order: SellOrderRow;
  readonly items: readonly SellOrderItemRow[];
  /**
   * The time of the database's clock, read while holding the lock. So calls that lock later also have later times.
   */
  readonly nowMs: number;
  readonly status: SellOrderStatus;
};

/**
 * Locks a sell order's row and reads it. Every change of a sell order, its items or its buy orders takes this lock. So
 * the result stays valid until the transaction ends.
 */
export async function lockSellOrder(db: Db, id: string): Promise<LockedSellOrder> {
  await sql`select 1 from sell_order where id = ${id} for update`.execute(db);
  const order = await requireSellOrder(db, id);
  const items = await itemsOfSellOrders(db, [id]);
  const nowMs = await databaseNowMs(db);
  return { order, items, nowMs, status: sellOrderStatusOf(order, nowMs) };
}

/** Sets the order's quantities to the sums of its items' quantities. The caller holds the sell order's lock. */
export async function sumUpItems(db: Db, id: string): Promise<void> {
  await sql`
    update sell_order set total_quantity = total, remaining_quantity = remaining, reserved_quantity = reserved,
      sold_quantity = sold
    from (
      select coalesce(sum(total_quantity), 0)::int as total, coalesce(sum(remaining_quantity), 0)::int as remaining,
        coalesce(sum(reserved_quantity), 0)::int as reserved, coalesce(sum(sold_quantity), 0)::int as sold
      from sell_order_item where sell_order_id = ${id}) item
    where id = ${id}`.execute(db);
}

/**
 * Returns the accounts that determine who may see the sell order and buy from it: the seller, the accounts related to
 * the seller, and the listed buyers.
 */
export async function audienceOf(
  db: Db,
  order: Pick<SellOrderRow, 'id' | 'seller_account_id'>,
): Promise<SellOrderAudience> {
  const listed = await db
    .selectFrom('sell_order_buyer')
    .select('account_id')
    .where('sell_order_id', '=', order.id)
    .execute();
  return {
    sellerAccountId: order.seller_account_id,
    relatedAccountIds: await findRelated(db, order.seller_account_id),
    buyerAccountIds: listed.map(({ account_id }) => account_id),
  };
}

/**
 * Returns for each item how many RECs of the same product the ledger lists for this seller elsewhere, in other sell
 * orders and in auctions. Admins see the number. No rule depends on it, because a seller may have more RECs.
 */
export async function findListedElsewhere(
  db: Db,
  order: Pick<SellOrderRow, 'seller_account_id'>,
  items: readonly SellOrderItemRow[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; quantity: number }>`
    select item.id, sum(place.balance)::float8 as quantity
    from sell_order_item item
    join ${listedAccounts(order.seller_account_id)} place on place.source_id <> item.id
      and (place.country, place.fuel_type, place.vintage_year, place.vintage_period)
        = (item.country, item.fuel_type, item.vintage_year, item.vintage_period)
    where item.id = any(${items.map(({ id }) => id)}::uuid[])
    group by item.id`.execute(db);
  return new Map(rows.map(({ id, quantity }) => [id, quantity]));
}
