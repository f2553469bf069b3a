import { sql, type RawBuilder } from 'kysely';
import type { QueryOf } from '#contract/basics/route.ts';
import type { Holding, HoldingTotal, listHoldingsAsUser } from '#contract/holding/holding.ts';
import type { Language } from '#domain/basics/language.ts';
import { companyNameFor } from '#server/platform/database/company-name.ts';
import type { Db } from '#server/platform/database/database.ts';
import { isoTime } from '#server/platform/database/iso-time.ts';
import { unitsOfCents } from '#server/platform/database/money.ts';
import type { RowSource } from '#server/platform/export/batches.ts';
import { countUpToLimit, type Count, type PageQuery } from '#server/platform/database/page.ts';
import { containing } from '#server/platform/database/search.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import type { Call } from '#server/platform/http/operation.ts';
import { Refused } from '#server/platform/http/refused.ts';

type ListQuery = QueryOf<typeof listHoldingsAsUser>;
export type ProductFilter = Pick<ListQuery, 'account' | 'country' | 'fuelType' | 'vintageYear' | 'search'>;
type HoldingFilter = ProductFilter & Pick<ListQuery, 'show'>;

/** SQL: limits rows to the caller's own companies, which the session names. Admins are not limited. */
export const ofCaller = ({ role, accounts }: Caller, accountId: RawBuilder<unknown>): RawBuilder<unknown> =>
  role === 'Admin' ? sql`true` : sql`${accountId} = any(${accounts.map(({ id }) => id)}::uuid[])`;

/** SQL: the product filters, for a ledger account with the alias `place`. */
export const matchingProducts = ({ account, country, fuelType, vintageYear }: ProductFilter): RawBuilder<unknown> =>
  sql.join(
    [
      sql`true`,
      ...(account ? [sql`place.account_id = ${account}`] : []),
      ...(country ? [sql`place.country = ${country}`] : []),
      ...(fuelType ? [sql`place.fuel_type = ${fuelType}`] : []),
      ...(vintageYear === undefined ? [] : [sql`place.vintage_year = ${vintageYear}`]),
    ],
    sql` and `,
  );

const SHOWN: Record<HoldingFilter['show'], RawBuilder<unknown>> = {
  held: sql`place.balance > 0`,
  empty: sql`place.balance = 0`,
  all: sql`true`,
};

function matchingHoldings(caller: Caller, filter: HoldingFilter): RawBuilder<unknown> {
  const sought = containing(filter.search);
  const found = sql`(coalesce(auction.title, sell_order.title) ilike ${sought} escape '\\' or concat_ws(' ', seller.company_name, seller.english_company_name, holder.company_name, holder.english_company_name)
      ilike ${sought} escape '\\')`;
  return sql`where place.kind = 'held' and ${ofCaller(caller, sql`place.account_id`)} and ${matchingProducts(filter)}
    and ${SHOWN[filter.show]} and ${filter.search === '' ? sql`true` : found}`;
}

/** SQL: a holding with its origin. The first ledger entry names the seller. The award or buy order has the price. */
const HOLDINGS = sql`
  from ledger_account place
  join account holder on holder.id = place.account_id
  join lateral (
    select entry.from_id, entry.made_at from ledger_entry entry
    where entry.to_id = place.id and entry.kind in ('awarded', 'sold') order by entry.id limit 1
  ) origin on true
  join ledger_account brought on brought.id = origin.from_id
  join account seller on seller.id = brought.account_id
  left join award on award.id = place.source_id and place.source_kind = 'award'
  left join auction on auction.id = award.auction_id
  left join buy_order_part part on part.id = place.source_id and place.source_kind = 'buy_order_part'
  left join buy_order on buy_order.id = part.buy_order_id
  left join sell_order on sell_order.id = buy_order.sell_order_id`;

/** SQL: the quantities that came into a holding or left it, by kind of movement. */
const MOVED = sql`
  cross join lateral (
    select
      coalesce(sum(entry.quantity) filter (where entry.to_id = place.id and entry.kind in ('awarded', 'sold')), 0)::float8 as quantity,
      coalesce(sum(entry.quantity) filter (where entry.kind = 'retired'), 0)::float8 as retired,
      coalesce(sum(entry.quantity) filter (where entry.kind = 'released'), 0)::float8 as released,
      coalesce(sum(case entry.from_id when place.id then entry.quantity else -entry.quantity end)
        filter (where entry.kind in ('listed', 'returned')), 0)::float8 as listed
    from ledger_entry entry where entry.from_id = place.id or entry.to_id = place.id
  ) moved`;

const PRODUCT_COLUMNS = sql`
  place.country as "recCountry", place.fuel_type as "recFuelType",
  jsonb_build_object('year', place.vintage_year, 'period', place.vintage_period) as "recVintage"`;

/** Returns the holdings of a condition, for a ledger account with the alias `place`. */
export async function findHoldings(db: Db, language: Language, which: RawBuilder<unknown>): Promise<Holding[]> {
  const { rows } = await sql<Holding>`
    select place.id, place.account_id as "accountId", ${companyNameFor(language, sql`holder`)} as "companyName", ${PRODUCT_COLUMNS},
      place.balance::float8 as balance, moved.*, ${isoTime('origin.made_at')} as "acquiredAt",
      ${companyNameFor(language, sql`seller`)} as "acquiredFrom",
      json_build_object(
        'kind', case place.source_kind when 'award' then 'auction' else 'buyOrder' end,
        'id', coalesce(auction.id, buy_order.id), 'title', coalesce(auction.title, sell_order.title)) as source,
      ${unitsOfCents(sql`coalesce(award.price_cents, buy_order.unit_price_cents)`)}::float8 as price
    ${HOLDINGS} ${MOVED} ${which}`.execute(db);
  return rows;
}

const SORTED: Record<ListQuery['sort'], RawBuilder<unknown>> = {
  newest: sql`place.created_at desc, place.id`,
  oldest: sql`place.created_at, place.id`,
  balance: sql`place.balance desc, place.id`,
  vintage: sql`place.vintage_year, place.vintage_period, place.created_at, place.id`,
};

type Page = { readonly limit: number; readonly offset: number };

/** Returns one page of the holdings that match the filters and that the caller may see. */
export const pageOfHoldings = (
  { db, caller, language }: Pick<Call, 'db' | 'caller' | 'language'>,
  { sort, ...filter }: HoldingFilter & Pick<ListQuery, 'sort'>,
  { limit, offset }: Page,
): Promise<Holding[]> =>
  findHoldings(
    db,
    language,
    sql`${matchingHoldings(caller, filter)} order by ${SORTED[sort]} limit ${limit} offset ${offset}`,
  );

/** Returns all holdings that match the filters and that the caller may see, for an export. */
export const holdingSource = (
  { caller, language }: Pick<Call, 'caller' | 'language'>,
  { sort, ...filter }: HoldingFilter & Pick<ListQuery, 'sort'>,
): RowSource<Holding> => ({
  ids: sql`select place.id ${HOLDINGS} ${matchingHoldings(caller, filter)}`,
  order: sql`order by ${SORTED[sort]}`,
  load: (db, ids) => findHoldings(db, language, sql`where place.id = any(${[...ids]}::uuid[])`),
  idOf: ({ id }) => id,
});

/**
 * Returns a holding that the caller may see.
 * @throws Refused not_found if the holding is missing or hidden from the caller (docs/rules.md#answers)
 */
export async function requireHolding(
  { db, caller, language }: Pick<Call, 'db' | 'caller' | 'language'>,
  id: string,
): Promise<Holding> {
  const which = sql`where place.id = ${id} and place.kind = 'held' and ${ofCaller(caller, sql`place.account_id`)}`;
  const [holding] = await findHoldings(db, language, which);
  if (!holding) throw new Refused('not_found');
  return holding;
}

/** Counts the holdings that match the filters and that the caller may see. */
export const countHoldings = (db: Db, caller: Caller, query: HoldingFilter & PageQuery): Promise<Count> =>
  countUpToLimit(db, sql`${HOLDINGS} ${matchingHoldings(caller, query)}`, query);

/** Returns the sums of all holdings that match the filters, by product. */
export async function totalHoldings(db: Db, caller: Caller, filter: HoldingFilter): Promise<HoldingTotal[]> {
  const { rows } = await sql<HoldingTotal>`
    select ${PRODUCT_COLUMNS}, count(*)::int as holdings, sum(place.balance)::float8 as balance, sum(moved.quantity) as quantity,
      sum(moved.retired) as retired, sum(moved.released) as released
    ${HOLDINGS} ${MOVED} ${matchingHoldings(caller, filter)}
    group by place.country, place.fuel_type, place.vintage_year, place.vintage_period
    order by place.country, place.fuel_type, place.vintage_year, place.vintage_period`.execute(db);
  return rows;
}
