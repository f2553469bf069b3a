import { sql, type RawBuilder } from 'kysely';
import type { Backing, NamingDue, ToBack } from '#contract/certificate/backing.ts';
import type { Language } from '#domain/basics/language.ts';
import type { Product } from '#domain/holding/ledger.ts';
import { knownMillionths, quantityText } from '#domain/certificate/serial-range.ts';
import { findRanges } from '#server/certificate/certificate-rows.ts';
import { companyNameFor } from '#server/platform/database/company-name.ts';
import { containing } from '#server/platform/database/search.ts';
import type { Db } from '#server/platform/database/database.ts';
import { Refused } from '#server/platform/http/refused.ts';

/** RECs on offer or held, as the ledger has them, with the company that must put certificates behind them. */
export type BackedPlace = {
  readonly ledgerAccountId: string;
  readonly kind: 'listed' | 'held';
  readonly holder: string;
  readonly balance: number;
  readonly product: Product;
  /** True if the RECs were bought on the platform, so their certificates came with them. */
  readonly isResale: boolean;
};

/** SQL: RECs that a company has on offer, and RECs that others bought from it and still hold. */
const placesOf = (accountId: string): RawBuilder<unknown> => sql`(
  select place.*, null::uuid as buyer_id from ledger_account place
  where place.kind = 'listed' and place.account_id = ${accountId} and place.balance > 0
  union all
  select held.*, held.account_id as buyer_id
  from ledger_account brought
  join ledger_entry entry on entry.from_id = brought.id and entry.kind in ('awarded', 'sold')
  join ledger_account held on held.id = entry.to_id and held.kind = 'held' and held.balance > 0
  where brought.account_id = ${accountId})`;

/** SQL: the RECs of the place with certificates, as a decimal. */
const backedIn = (place: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select coalesce(sum(r.last - r.first + r.step), 0) from certificate_range r
  where r.ledger_account_id = ${place} and r.closed_at is null)`;

type PlaceRow = {
  readonly id: string;
  readonly kind: 'listed' | 'held';
  readonly account_id: string;
  readonly balance: string;
  readonly is_resale: boolean;
} & Record<'country' | 'fuel_type' | 'vintage_period', string> & { readonly vintage_year: number };

/**
 * Locks RECs that the company offers or has sold.
 * @throws Refused not_found if there are none of this source
 */
export async function lockPlace(db: Db, accountId: string, sourceId: string): Promise<BackedPlace> {
  const { rows } = await sql<PlaceRow>`
    select place.id, place.kind, place.account_id, place.balance, place.country, place.fuel_type, place.vintage_year,
      place.vintage_period,
      exists (select 1 from ledger_entry e join ledger_account source on source.id = e.from_id
              where e.to_id = place.id and e.kind = 'listed' and source.kind = 'held') as is_resale
    from ledger_account place
    where place.id in (select id from ${placesOf(accountId)} mine where mine.source_id = ${sourceId})
    for no key update`.execute(db);
  const [row] = rows;
  if (!row) throw new Refused('not_found');
  const { country, fuel_type: fuelType, vintage_year: vintageYear, vintage_period: vintagePeriod } = row;
  return {
    ledgerAccountId: row.id,
    kind: row.kind,
    holder: row.account_id,
    balance: Number(row.balance),
    product: { country, fuelType, vintageYear, vintagePeriod } as Product,
    isResale: row.is_resale,
  };
}

/** Returns the RECs of these sources on offer or held, with the certificates behind them. */
export async function backingsOf(db: Db, sourceIds: readonly string[]): Promise<Backing[]> {
  const { rows } = await sql<{ id: string; sourceId: string; quantity: number; backed: string }>`
    select place.id, place.source_id as "sourceId", place.balance::float8 as quantity,
      ${backedIn(sql`place.id`)}::text as backed
    from ledger_account place
    where place.source_id = any(${[...sourceIds]}::uuid[]) and place.kind in ('listed', 'held') and place.balance > 0
    order by array_position(${[...sourceIds]}::uuid[], place.source_id)`.execute(db);
  if (rows.length === 0) return [];
  const ranges = await findRanges(db, sql`r.ledger_account_id = any(${rows.map(({ id }) => id)}::uuid[])`);
  const inPlace = Map.groupBy(ranges, ({ place }) => place);
  return rows.map(({ id, backed, ...row }) => ({
    ...row,
    backed: quantityText(knownMillionths(backed)),
    ranges: (inPlace.get(id) ?? []).map(({ place: _, ...range }) => range),
    due: null,
  }));
}

type ToBackRow = Omit<ToBack, 'due'>;

/** Finds the due dates of sold RECs by their sources (`findNamingDue` of settlements). */
export type FindDue = (db: Db, sourceIds: readonly string[]) => Promise<ReadonlyMap<string, NamingDue>>;

/** SQL: `from` and `where` of the RECs of a company that need certificates. */
export const toBack = (
  accountId: string,
  { show, search }: { readonly show: 'open' | 'all'; readonly search: string },
): RawBuilder<unknown> => sql`
  from ${placesOf(accountId)} place
  left join account buyer on buyer.id = place.buyer_id
  left join settlement on settlement.id = place.source_id and place.source_kind = 'settlement'
  left join award on award.id = case place.source_kind when 'award' then place.source_id else settlement.award_id end
  left join auction_item item on item.id = place.source_id and place.source_kind = 'auction_item'
  left join auction on auction.id = coalesce(award.auction_id, item.auction_id)
  left join buy_order_part part on part.id = place.source_id and place.source_kind = 'buy_order_part'
  left join buy_order on buy_order.id = part.buy_order_id
  left join sell_order_item sold on sold.id = place.source_id and place.source_kind = 'sell_order_item'
  left join sell_order on sell_order.id = coalesce(buy_order.sell_order_id, sold.sell_order_id)
  where ${show === 'all' ? sql`true` : sql`${backedIn(sql`place.id`)} < place.balance`}
    and coalesce(auction.title, sell_order.title) ilike ${containing(search)} escape '\\'`;

/** Returns a page of the RECs that need certificates: sold ones first, the oldest first. */
export async function findToBack(
  db: Db,
  language: Language,
  matching: RawBuilder<unknown>,
  { findDue, ...page }: { readonly limit: number; readonly offset: number; readonly findDue: FindDue },
): Promise<ToBack[]> {
  const { rows } = await sql<ToBackRow>`
    select place.source_id as "sourceId",
      case place.source_kind when 'auction_item' then 'auctionItem' when 'sell_order_item' then 'sellOrderItem'
        when 'buy_order_part' then 'buyOrder' else 'award' end as kind,
      coalesce(auction.title, sell_order.title) as title, ${companyNameFor(language, sql`buyer`)} as buyer,
      place.country as "recCountry", place.fuel_type as "recFuelType",
      jsonb_build_object('year', place.vintage_year, 'period', place.vintage_period) as "recVintage",
      place.balance::float8 as quantity, ${backedIn(sql`place.id`)}::text as backed
    ${matching}
    order by place.buyer_id is null, place.created_at, place.id limit ${page.limit} offset ${page.offset}`.execute(db);
  const due = await findDue(
    db,
    rows.map(({ sourceId }) => sourceId),
  );
  return rows.map((row) => ({
    ...row,
    backed: quantityText(knownMillionths(row.backed)),
    due: due.get(row.sourceId) ?? null,
  }));
}
