import { sql, type RawBuilder } from 'kysely';
import type { QueryOf } from '#contract/basics/route.ts';
import type { listSellOrdersAsUser } from '#contract/marketplace/marketplace.ts';
import type { listSellOrdersAsAdmin } from '#contract/marketplace/sell-order.ts';
import { PRICE_CENTS_MAX, nearestCents } from '#domain/basics/price.ts';
import { HAS_STATUS, itemsOfSellOrders, sellOrdersById } from '#server/marketplace/sell-order-rows.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { RowSource } from '#server/platform/export/batches.ts';
import { countOf, offsetOf, rowLimitFor, type PageQuery } from '#server/platform/database/page.ts';
import { containing } from '#server/platform/database/search.ts';
import type { Caller } from '#server/platform/http/caller.ts';

type Sql = RawBuilder<unknown>;
type AdminFilter = Omit<QueryOf<typeof listSellOrdersAsAdmin>, keyof PageQuery>;
type UserFilter = Omit<QueryOf<typeof listSellOrdersAsUser>, keyof PageQuery> & {
  /** Includes sell orders that are over, which a caller may still read by their ids. */
  readonly isOver?: boolean;
};

/** SQL: the order of a list. `newest` is the publication time for buyers and the creation time for admins. */
const orderBy = (sort: AdminFilter['sort'], newest: Sql): Sql =>
  ({
    newest: sql`${newest} desc, o.id desc`,
    priceUp: sql`o.unit_price_cents, o.id`,
    priceDown: sql`o.unit_price_cents desc, o.id desc`,
    quantity: sql`o.remaining_quantity desc, o.id desc`,
    endingSoon: sql`o.end_at nulls last, o.id`,
  })[sort];

/** Returns one page of the matching sell orders with their items, and the number of all matching ones. */
export async function pageOfSellOrders(db: Db, { where, order }: Listed, query: PageQuery) {
  const { rows } = await sql<{ id: string | null; found: number }>`
    select page.id, counted.found
    from (select count(*)::int as found
          from (select 1 from sell_order o where ${where} limit ${rowLimitFor(query)}) seen) counted
    left join (
      select o.id, row_number() over (order by ${order}) as place
      from sell_order o where ${where} order by ${order} limit ${query.limit} offset ${offsetOf(query)}
    ) page on true
    order by page.place`.execute(db);
  const found = await withItems(
    db,
    rows.flatMap(({ id }) => id ?? []),
  );
  return { found, count: countOf(rows[0]?.found ?? 0, query) };
}

async function withItems(db: Db, ids: readonly string[]) {
  const items = Map.groupBy(await itemsOfSellOrders(db, ids), (item) => item.sell_order_id);
  return (await sellOrdersById(db, ids)).map((row) => ({ row, items: items.get(row.id) ?? [] }));
}

/** A sell order with its items. */
export type FoundSellOrder = Awaited<ReturnType<typeof withItems>>[number];

/** Returns all matching sell orders, for an export. */
export const sellOrderSource = ({ where, order }: Listed): RowSource<FoundSellOrder> => ({
  ids: sql`select o.id from sell_order o where ${where}`,
  order: sql`order by ${order}`,
  load: withItems,
  idOf: ({ row }) => row.id,
});

type Listed = { readonly where: Sql; readonly order: Sql };

/** Builds the condition and the order of the admins' list. `search` matches the title and the seller. */
export const listedForAdmins = async (db: Db, { search, status, sort }: AdminFilter): Promise<Listed> => ({
  where: sql`${await matching(db, search)} and ${status ? HAS_STATUS[status] : sql`true`}`,
  order: orderBy(sort, sql`o.created_at`),
});

async function matching(db: Db, search: string): Promise<Sql> {
  if (search === '') return sql`true`;
  const sought = containing(search);
  // Looks up the accounts first. PostgreSQL can then use the index of titles, the index of sellers, or both.
  const { rows } = await sql<{ id: string }>`
    select id from account
    where company_name ilike ${sought} escape '\\' or english_company_name ilike ${sought} escape '\\'`.execute(db);
  const isTitled = sql`o.title_lower like lower(${sought}) escape '\\'`;
  return rows.length === 0
    ? isTitled
    : sql`(${isTitled} or o.seller_account_id = any(${rows.map(({ id }) => id)}::uuid[]))`;
}

/**
 * SQL: the sell order is published and not over. It may be sold out. In this form PostgreSQL can use the indexes of
 * open sell orders.
 */
const IS_OFFERED = sql`o.cancelled_at is null and o.end_settled_at is null and o.publish_at <= statement_timestamp()
  and (o.end_at is null or o.end_at > statement_timestamp())`;

/** SQL: the sell order was published. It may be over: programs that synchronise get its end, too. */
const WAS_OFFERED = sql`o.publish_at <= least(o.cancelled_at, statement_timestamp())`;

/**
 * Builds the condition and the order of a caller's list: published sell orders that are not over and that the caller
 * can see. The list includes sell orders of the caller's own companies. Sold-out sell orders come last.
 */
export async function listedForUser(db: Db, caller: Caller, filter: UserFilter): Promise<Listed> {
  const ordered = orderBy(filter.sort, sql`o.publish_at`);
  const conditions = [
    filter.isOver ? WAS_OFFERED : IS_OFFERED,
    seenBy(caller),
    await matching(db, filter.search),
    hasItem(filter),
    costs(filter),
  ];
  if (filter.quantity !== undefined)
    conditions.push(sql`o.remaining_quantity >= ${Math.min(filter.quantity, 2 ** 31 - 1)}`);
  return {
    where: sql.join(conditions, sql` and `),
    // The largest remaining quantity comes first, so sold-out ones are last already.
    order: filter.sort === 'quantity' ? ordered : sql`(o.remaining_quantity = 0), ${ordered}`,
  };
}

/**
 * SQL form of `maySeeSellOrder`, with one exception: it leaves out a sell order that the caller may see only because
 * the caller's company ordered from it. The caller finds this sell order through the company's list of buy orders.
 */
function seenBy({ accounts }: Caller): Sql {
  const all = accounts.map(({ id }) => id);
  const active = accounts.filter(({ status }) => status === 'Active').map(({ id }) => id);
  const isForAll = sql`not exists (select 1 from sell_order_buyer b where b.sell_order_id = o.id)`;
  return sql`(o.seller_account_id = any(${all}::uuid[])
    or (${sql.lit(active.length > 0)} and ${isForAll})
    or exists (select 1 from sell_order_buyer b where b.sell_order_id = o.id and b.account_id = any(${active}::uuid[])))`;
}

/** SQL: one item matches all of these filters. */
function hasItem({ country, fuel, vintageYear }: UserFilter): Sql {
  if (country === undefined && fuel === undefined && vintageYear === undefined) return sql`true`;
  return sql`exists (select 1 from sell_order_item i where i.sell_order_id = o.id
    and ${country ? sql`i.country = ${country}` : sql`true`} and ${fuel ? sql`i.fuel_type = ${fuel}` : sql`true`}
    and ${vintageYear === undefined ? sql`true` : sql`i.vintage_year = ${Math.min(vintageYear, 9_999)}`})`;
}

const centsOf = (price: number): number => Math.min(nearestCents(price), PRICE_CENTS_MAX + 1);

const costs = ({ minimumPrice, maximumPrice }: UserFilter): Sql =>
  sql`${minimumPrice === undefined ? sql`true` : sql`o.unit_price_cents >= ${centsOf(minimumPrice)}`}
    and ${maximumPrice === undefined ? sql`true` : sql`o.unit_price_cents <= ${centsOf(maximumPrice)}`}`;
