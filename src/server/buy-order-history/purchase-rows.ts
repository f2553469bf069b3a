import { sql, type RawBuilder } from 'kysely';
import type { QueryOf } from '#contract/basics/route.ts';
import type { BuyOrderHistory, listBuyOrderHistoryAsUser, Purchase } from '#contract/marketplace/buy-order-history.ts';
import type { Language } from '#domain/basics/language.ts';
import { searchedIdOf } from '#domain/marketplace/buy-order-reference.ts';
import type { ProductRow } from '#server/ledger/ledger-accounts.ts';
import { companyNameFor } from '#server/platform/database/company-name.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { RowSource } from '#server/platform/export/batches.ts';
import { isoTime } from '#server/platform/database/iso-time.ts';
import { rounded, unitsOfCents } from '#server/platform/database/money.ts';
import { containing } from '#server/platform/database/search.ts';

/** The fields of an award or of a marketplace purchase that the list shows, with the fees of both sides. */
export type PurchaseRow = Omit<Purchase, 'goods' | 'buyOrderId' | 'reference'> & PurchaseParties;
export type PurchaseParties = { readonly buyerAccountId: string; readonly sellerAccountId: string };

/** Features of the deployment. The list leaves out purchases of a feature that is off (docs/rules.md#configuration). */
export type EnabledFeatures = { readonly allowsReverse: boolean; readonly allowsMarketplace: boolean };

type Query = QueryOf<typeof listBuyOrderHistoryAsUser>;

export type PurchaseFilter = Pick<Query, 'kind' | 'country' | 'fuel' | 'vintage' | 'from' | 'to' | 'search'> & {
  readonly timeZone: string;
  readonly language: Language;
  /** Selects the purchases, or the sales, of these companies. Null selects those of all companies. */
  readonly of: { readonly side: Query['side']; readonly accountIds: readonly string[] | null };
  readonly offers: EnabledFeatures;
};

type Sql = RawBuilder<unknown>;

/**
 * SQL: every award. In a forward auction the bidder bought from the owner, in a reverse auction the owner bought from
 * the bidder (docs/rules.md#purchase-history).
 */
const AWARDS = ({ allowsReverse }: EnabledFeatures): Sql => sql`
  select award.id, 'auction' as kind, auction.auction_end_time as at, auction.title, auction.title_lower, auction.id as auction_id,
    case auction_type when 'Forward' then bidder.account_id else owner_account_id end as buyer_id,
    case auction_type when 'Forward' then owner_account_id else bidder.account_id end as seller_id,
    award.quantity, award.price_cents, award.amount, award.buyer_fee, award.seller_fee
  from award join auction on auction.id = award.auction_id join bidder on bidder.id = award.bidder_id
  where auction.rehearsal_of is null and (${allowsReverse} or auction_type = 'Forward')`;

/** SQL: every approved buy order. Fees are rounded as in `priceBuyOrder`. */
const orders = (): Sql => sql`
  select o.id, 'marketplace' as kind, o.decided_at as at, offer.title, offer.title_lower, null::uuid as auction_id,
    o.account_id as buyer_id, offer.seller_account_id as seller_id, o.quantity, o.unit_price_cents as price_cents, cost.amount,
    ${rounded(sql`cost.amount * o.buyer_fee_hundredths / 10000`)} as buyer_fee,
    ${rounded(sql`cost.amount * o.seller_fee_hundredths / 10000`)} as seller_fee
  from buy_order o join sell_order offer on offer.id = o.sell_order_id
  cross join lateral (select ${unitsOfCents(sql`o.quantity::numeric * o.unit_price_cents`)} as amount) cost
  where o.status = 'Approved'`;

/** SQL: the products of a purchase. An award has one product. A buy order can have several. */
const BOUGHT_PRODUCTS: Sql = sql`
  select award.id as purchase_id, award.id as source_id, award.quantity, item.country, item.fuel_type, item.vintage_year,
    item.vintage_period, 0 as position
  from award join auction_item item on item.id = award.item_id
  union all
  select part.buy_order_id, part.id, part.quantity, item.country, item.fuel_type, item.vintage_year, item.vintage_period,
    part.position
  from buy_order_part part join sell_order_item item on item.id = part.sell_order_item_id`;

/** SQL: the union of the kinds of purchases that the filter asks for. */
function purchases({ kind, offers }: PurchaseFilter): Sql {
  const parts = [
    ...(kind === 'marketplace' ? [] : [AWARDS(offers)]),
    ...(kind === 'auction' || !offers.allowsMarketplace ? [] : [orders()]),
  ];
  return parts.length === 0 ? sql`${AWARDS(offers)} and false` : sql.join(parts, sql` union all `);
}

function conditionsOf({ country, fuel, vintage, from, to, search, timeZone, of }: PurchaseFilter): Sql {
  const goods = [
    ...(country ? [sql`goods.country = ${country}`] : []),
    ...(fuel ? [sql`goods.fuel_type = ${fuel}`] : []),
    ...(vintage === undefined ? [] : [sql`goods.vintage_year = ${vintage}`]),
  ];
  const reference = searchedIdOf(search);
  const party = of.side === 'bought' ? sql`p.buyer_id` : sql`p.seller_id`;
  const all = [
    ...(of.accountIds ? [sql`${party} = any(${[...of.accountIds]}::uuid[])`] : []),
    ...(goods.length === 0
      ? []
      : [
          sql`exists (select 1 from (${BOUGHT_PRODUCTS}) goods where goods.purchase_id = p.id and ${sql.join(goods, sql` and `)})`,
        ]),
    ...(from ? [sql`p.at >= (${from}::date)::timestamp at time zone ${timeZone}`] : []),
    ...(to ? [sql`p.at < (${to}::date + 1)::timestamp at time zone ${timeZone}`] : []),
    ...(search === ''
      ? []
      : [
          sql`(p.title_lower like lower(${containing(search)}) escape '\\'
            or (p.kind = 'marketplace' and p.id::text like ${`${reference ?? '-'}%`}))`,
        ]),
  ];
  return all.length === 0 ? sql`true` : sql.join(all, sql` and `);
}

const ORDERED: Record<Query['order'], Sql> = {
  date: sql`p.at`,
  quantity: sql`p.quantity`,
  price: sql`p.price_cents`,
  amount: sql`p.amount`,
};

type Order = Pick<Query, 'order' | 'direction'>;

function inOrder({ order, direction }: Order): Sql {
  const way = direction === 'asc' ? sql`asc` : sql`desc`;
  return sql`order by ${ORDERED[order]} ${way}, p.id ${way}`;
}

/** Returns the purchases that match the filter and the condition `which`, which may end with an order and a limit. */
async function purchasesWhere(db: Db, filter: PurchaseFilter, which: Sql, order: Sql): Promise<PurchaseRow[]> {
  const { rows } = await sql<PurchaseRow>`
    select p.id, p.kind, ${isoTime('p.at')} as date, p.title, p.auction_id as "auctionId", p.quantity,
      ${unitsOfCents(sql`p.price_cents`)}::float8 as price, p.amount, p.buyer_fee as "buyerFee", p.seller_fee as "sellerFee",
      p.buyer_id as "buyerAccountId", p.seller_id as "sellerAccountId",
      ${companyNameFor(filter.language, sql`buyer`)} as buyer,
      ${companyNameFor(filter.language, sql`seller`)} as seller
    from (select * from (${purchases(filter)}) p where ${which}) p
    join account buyer on buyer.id = p.buyer_id join account seller on seller.id = p.seller_id
    ${order}`.execute(db);
  return rows;
}

/** Returns one page of the purchases that match the filter. */
export function findPurchases(
  db: Db,
  filter: PurchaseFilter,
  { limit, offset, ...order }: Order & Pick<Query, 'limit'> & { readonly offset: number },
): Promise<PurchaseRow[]> {
  const page = sql`${conditionsOf(filter)} ${inOrder(order)} limit ${limit} offset ${offset}`;
  return purchasesWhere(db, filter, page, inOrder(order));
}

/** Returns all purchases that match the filter, for an export. */
export const purchaseSource = (filter: PurchaseFilter, order: Order): RowSource<PurchaseRow> => ({
  ids: sql`select p.id from (${purchases(filter)}) p where ${conditionsOf(filter)}`,
  order: inOrder(order),
  load: (db, ids) => purchasesWhere(db, filter, sql`p.id = any(${[...ids]}::uuid[])`, sql``),
  idOf: ({ id }) => id,
});

type TotalsRow = BuyOrderHistory['totals'] & { readonly found: number };

/** Returns the totals of all purchases that match the filter, and their count (`found`). */
export async function sumUpPurchases(db: Db, filter: PurchaseFilter): Promise<TotalsRow> {
  const { rows } = await sql<TotalsRow>`
    select count(*)::int as found, coalesce(sum(p.quantity), 0)::float8 as quantity,
      ${rounded(sql`coalesce(sum(p.amount), 0)`)}::text as amount,
      ${rounded(sql`coalesce(sum(p.buyer_fee), 0)`)}::text as "buyerFees",
      ${rounded(sql`coalesce(sum(p.seller_fee), 0)`)}::text as "sellerFees"
    from (${purchases(filter)}) p where ${conditionsOf(filter)}`.execute(db);
  const [totals] = rows;
  if (!totals) throw new Error('a query of a sum returned no row');
  return totals;
}

export type BoughtProductRow = ProductRow & {
  readonly purchase_id: string;
  readonly source_id: string;
  readonly quantity: number;
};

/** Returns the products of these purchases. */
export async function productsOfPurchases(db: Db, ids: readonly string[]): Promise<BoughtProductRow[]> {
  const { rows } = await sql<BoughtProductRow>`
    select * from (${BOUGHT_PRODUCTS}) goods where purchase_id = any(${[...ids]}::uuid[]) order by position`.execute(
    db,
  );
  return rows;
}
