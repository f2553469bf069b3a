import { retirementsOf } from '#server/holding/retire.ts';
import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { QueryOf } from '#contract/basics/route.ts';
import type { listBuyOrdersAsAdmin } from '#contract/marketplace/buy-order.ts';
import type { AccountStatus } from '#domain/company/account.ts';
import { searchedIdOf } from '#domain/marketplace/buy-order-reference.ts';
import { sumUpItems, type SellOrderItemRow } from '#server/marketplace/sell-order-rows.ts';
import type { Db } from '#server/platform/database/database.ts';
import { Refused } from '#server/platform/http/refused.ts';
import type { RowSource } from '#server/platform/export/batches.ts';
import { countUpToLimit, offsetOf, type Count, type PageQuery } from '#server/platform/database/page.ts';
import { containing } from '#server/platform/database/search.ts';
import type { Tables } from '#server/platform/database/tables.gen.ts';

/** A buy order with its sell order's title and the names of its companies and people. */
export type BuyOrderRow = Selectable<Tables['buy_order']> & {
  readonly title: string;
  readonly seller_account_id: string;
  readonly seller_name: string;
  readonly seller_english_name: string;
  readonly buyer_name: string;
  readonly buyer_english_name: string;
  readonly buyer_status: AccountStatus;
  readonly placer_name: string;
  readonly decider_name: string | null;
  /** Number of the retirement made on approval, if the buy order named a beneficiary. */
  readonly retirement_number: string | null;
};

const FROM = sql`
  from buy_order b join sell_order o on o.id = b.sell_order_id
  join account seller on seller.id = o.seller_account_id join account buyer on buyer.id = b.account_id
  join app_user placer on placer.id = b.user_id left join app_user decider on decider.id = b.decided_by`;

/** SQL: the number of the retirement, read from the ledger. Null without a beneficiary. */
const RETIREMENT_NUMBER = sql`case when b.status = 'Approved' and b.beneficiary is not null then (
  select retired.number from buy_order_part part cross join lateral ${retirementsOf(sql`part.id`)} retired
  where part.buy_order_id = b.id limit 1) end`;

async function findBuyOrders(db: Db, which: RawBuilder<unknown>): Promise<BuyOrderRow[]> {
  const { rows } = await sql<BuyOrderRow>`
    select b.*, o.title, o.seller_account_id, seller.company_name as seller_name, seller.english_company_name as seller_english_name,
      buyer.company_name as buyer_name, buyer.english_company_name as buyer_english_name,
      buyer.status as buyer_status, placer.username as placer_name, decider.username as decider_name, ${RETIREMENT_NUMBER} as retirement_number
    ${FROM} ${which}`.execute(db);
  return rows;
}

/**
 * Returns a buy order by its id. With `ownAccountIds`, only a buy order of these accounts.
 * @throws Refused not_found
 */
export async function requireBuyOrder(db: Db, id: string, ownAccountIds?: readonly string[]): Promise<BuyOrderRow> {
  const isOwn = ownAccountIds ? sql`b.account_id = any(${[...ownAccountIds]}::uuid[])` : sql`true`;
  const [row] = await findBuyOrders(db, sql`where b.id = ${id} and ${isOwn}`);
  if (!row) throw new Refused('not_found');
  return row;
}

type BuyOrderFilter = Omit<QueryOf<typeof listBuyOrdersAsAdmin>, keyof PageQuery>;

/**
 * SQL: the buy orders that match a filter. `search` matches the reference, the title and both companies. The condition
 * reads only `buy_order`, because the indexes of this table provide the order.
 */
function matching({ search, status, sellOrderId }: BuyOrderFilter, ownAccountIds?: readonly string[]) {
  const sought = containing(search);
  const reference = searchedIdOf(search);
  const named = sql`select id from account
    where company_name ilike ${sought} escape '\\' or english_company_name ilike ${sought} escape '\\'`;
  const isFound =
    search === ''
      ? sql`true`
      : sql`(b.id::text like ${`${reference ?? '-'}%`} or b.account_id in (${named}) or b.sell_order_id in (
          select o.id from sell_order o
          where o.title_lower like lower(${sought}) escape '\\' or o.seller_account_id in (${named})))`;
  return sql`from buy_order b where ${isFound}
    and ${status ? sql`b.status = ${status}` : sql`true`}
    and ${sellOrderId ? sql`b.sell_order_id = ${sellOrderId}` : sql`true`}
    and ${ownAccountIds ? sql`b.account_id = any(${[...ownAccountIds]}::uuid[])` : sql`true`}`;
}

const LATEST_FIRST = sql`order by b.placed_at desc, b.id desc`;

/**
 * Returns one page of the matching buy orders, the latest first, and the number of all matching ones. With
 * `ownAccountIds`, only buy orders of these accounts.
 */
export async function pageOfBuyOrders(
  db: Db,
  query: BuyOrderFilter & PageQuery,
  ownAccountIds?: readonly string[],
): Promise<{ rows: BuyOrderRow[]; count: Count }> {
  const rows = await listBuyOrders(db, { ...query, offset: offsetOf(query) }, ownAccountIds);
  return { rows, count: await countUpToLimit(db, matching(query, ownAccountIds), query) };
}

/** Returns all matching buy orders, the latest first. With `ownAccountIds`, only buy orders of these accounts. */
export const buyOrderSource = (filter: BuyOrderFilter, ownAccountIds?: readonly string[]): RowSource<BuyOrderRow> => ({
  ids: sql`select b.id ${matching(filter, ownAccountIds)}`,
  order: LATEST_FIRST,
  load: (db, ids) => findBuyOrders(db, sql`where b.id = any(${[...ids]}::uuid[])`),
  idOf: ({ id }) => id,
});

function listBuyOrders(
  db: Db,
  { limit, offset, ...filter }: BuyOrderFilter & { readonly limit: number; readonly offset: number },
  ownAccountIds?: readonly string[],
): Promise<BuyOrderRow[]> {
  const found = sql`select b.id ${matching(filter, ownAccountIds)} ${LATEST_FIRST} limit ${limit} offset ${offset}`;
  return findBuyOrders(db, sql`where b.id in (${found}) ${LATEST_FIRST}`);
}

/** A part of a buy order, with the product of its item. */
export type PartRow = Selectable<Tables['buy_order_part']> &
  Pick<SellOrderItemRow, 'country' | 'fuel_type' | 'vintage_year' | 'vintage_period'>;

/** Returns the parts of these buy orders in the order in which they were filled. */
export const partsOf = (db: Db, buyOrderIds: readonly string[]): Promise<PartRow[]> =>
  buyOrderIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('buy_order_part as part')
        .innerJoin('sell_order_item as item', 'item.id', 'part.sell_order_item_id')
        .selectAll('part')
        .select(['item.country', 'item.fuel_type', 'item.vintage_year', 'item.vintage_period'])
        .where('part.buy_order_id', 'in', [...buyOrderIds])
        .orderBy('part.position')
        .execute();

/** Returns the buy orders of a sell order that wait for an admin, the latest first. */
export const pendingOrdersOf = (db: Db, sellOrderId: string): Promise<BuyOrderRow[]> =>
  findBuyOrders(db, sql`where b.sell_order_id = ${sellOrderId} and b.status = 'Pending' ${LATEST_FIRST}`);

/** SQL: how each step moves quantities between an item's columns. The item's total never changes. */
const STEPS = {
  reserve: sql`remaining_quantity = remaining_quantity - part.quantity, reserved_quantity = reserved_quantity + part.quantity`,
  giveBack: sql`reserved_quantity = reserved_quantity - part.quantity, remaining_quantity = remaining_quantity + part.quantity`,
  sell: sql`reserved_quantity = reserved_quantity - part.quantity, sold_quantity = sold_quantity + part.quantity`,
} as const;

/** Moves the quantities of these buy orders within their items. The caller holds the sell order's lock. */
export async function moveQuantities(
  db: Db,
  step: keyof typeof STEPS,
  { sellOrderId, buyOrderIds }: { readonly sellOrderId: string; readonly buyOrderIds: readonly string[] },
): Promise<void> {
  if (buyOrderIds.length === 0) return;
  await sql`
    update sell_order_item item set ${STEPS[step]}
    from (
      select sell_order_item_id, sum(quantity)::int as quantity from buy_order_part
      where buy_order_id = any(${[...buyOrderIds]}::uuid[]) group by sell_order_item_id
    ) part
    where item.id = part.sell_order_item_id and item.sell_order_id = ${sellOrderId}`.execute(db);
  await sumUpItems(db, sellOrderId);
}
