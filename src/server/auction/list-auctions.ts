import { sql, type RawBuilder } from 'kysely';
import type { QueryOf } from '#contract/basics/route.ts';
import type { listAuctionsAsAdmin } from '#contract/auction/auction.ts';
import type { AuctionStatus } from '#domain/auction/status.ts';
import { auctionsById, type AuctionRow, isInTime } from '#server/auction/auction-rows.ts';
import type { Db } from '#server/platform/database/database.ts';
import { countOf, offsetOf, soughtFor, type Count } from '#server/platform/database/page.ts';
import { containing } from '#server/platform/database/search.ts';
import type { Caller } from '#server/platform/http/caller.ts';

/** What an admin may ask for; rehearsals are left out unless asked for. Users have fewer filters. */
export type AuctionQuery = QueryOf<typeof listAuctionsAsAdmin> & {
  /** Where the deployment has none (docs/rules.md#configuration). */
  readonly hidesReverse?: boolean;
};

type Sql = RawBuilder<unknown>;

/** Drafts stand first: an admin has to do something about each. */
type Listed = AuctionStatus | 'draft';

/** The database's clock, as a value that indexes can be searched with. */
const NOW = sql`statement_timestamp()`;

/** Auctions of each status, and the time that puts them in order. The first reads as `start <= now < end`. */
const STATUSES: Record<Listed, { readonly is: Sql; readonly at: Sql }> = {
  draft: { is: sql`a.planned_start_time is not null`, at: sql`a.planned_start_time` },
  live: { is: sql`tstzrange(a.start_time, a.auction_end_time) @> ${NOW}`, at: sql`a.auction_end_time` },
  upcoming: { is: sql`a.start_time > ${NOW} and ${isInTime(sql`a.start_time`)}`, at: sql`a.start_time` },
  ended: { is: sql`a.auction_end_time <= ${NOW}`, at: sql`a.auction_end_time` },
};
const SHOWN: Record<AuctionQuery['show'], readonly Listed[]> = {
  current: ['draft', 'live', 'upcoming'],
  past: ['ended'],
};

/**
 * One page of auctions: for admins drafts, then running ones first by their end, then upcoming by their start; past ones newest first. Each way
 * in which a caller comes to see auctions is read by an index of its own: for the page in order, for the count in any.
 */
export async function listAuctions(
  db: Db,
  caller: Caller,
  query: AuctionQuery,
): Promise<{ rows: AuctionRow[]; count: Count }> {
  const statuses = SHOWN[query.show].filter(
    (status) => (query.status ?? status) === status && (status !== 'draft' || caller.role === 'Admin'),
  );
  if (statuses.length === 0) return { rows: [], count: countOf(0, query) };
  const found = (await foundBy(db, query.search)).map(watchedBy(caller, query));
  const passes = filtersOf(query);
  const ways = waysTo(
    found.map((isFound) => sql.join([isFound, ...passes], sql` and `)),
    seenBy(caller, query),
  );
  const direction = query.show === 'past' ? sql`desc` : sql`asc`;
  const offset = offsetOf(query);
  const ordered = statuses.flatMap((status, place) =>
    ways.map(
      (way) => sql`(
        select ${sql.lit(place)} as place, a.id, ${STATUSES[status].at} as at
        from ${way} and ${STATUSES[status].is}
        order by at ${direction}, a.id ${direction} limit ${offset + query.limit})`,
    ),
  );
  const counted = statuses.flatMap((status) =>
    ways.map((way) => sql`(select a.id from ${way} and ${STATUSES[status].is} limit ${soughtFor(query)})`),
  );
  const { rows } = await sql<{ id: string | null; found: number }>`
    select page.id, counted.found
    from (select count(*)::int as found from (${sql.join(counted, sql` union `)}) seen) counted
    left join (
      select * from (${sql.join(ordered, sql` union `)}) seen
      order by place, at ${direction}, id ${direction} limit ${query.limit} offset ${offset}
    ) page on true
    order by place, at ${direction}, page.id ${direction}`.execute(db);
  const ids = rows.flatMap(({ id }) => id ?? []);
  return { rows: await auctionsById(db, caller, ids), count: countOf(rows[0]?.found ?? 0, query) };
}

/** A few, looked up one by one. */
const watchedBy =
  ({ userId }: Caller, { watched }: AuctionQuery) =>
  (isFound: Sql): Sql =>
    watched ? sql`${isFound} and a.id in (select auction_id from watch where user_id = ${userId})` : isFound;

/** What the filters let through. One item must have all that is asked of items. */
function filtersOf({ auctionType, access, hidesReverse, country, fuelType, vintageYear }: AuctionQuery): Sql[] {
  const ofAuction = [
    ...(hidesReverse ? [sql`f.auction_type = 'Forward'`] : []),
    ...(auctionType ? [sql`f.auction_type = ${auctionType}`] : []),
    ...(access === 'private' || access === 'public' ? [sql`f.is_private = ${access === 'private'}`] : []),
  ];
  const ofItem = [
    ...(country ? [sql`i.country = ${country}`] : []),
    ...(fuelType ? [sql`i.fuel_type = ${fuelType}`] : []),
    ...(vintageYear === undefined ? [] : [sql`i.vintage_year = ${vintageYear}`]),
  ];
  const all = (conditions: readonly Sql[]): Sql => sql.join(conditions, sql` and `);
  return [
    ...(ofAuction.length > 0 ? [sql`exists (select 1 from auction f where f.id = a.id and ${all(ofAuction)})`] : []),
    ...(ofItem.length > 0
      ? [sql`exists (select 1 from auction_item i where i.auction_id = a.id and ${all(ofItem)})`]
      : []),
  ];
}

const waysTo = (found: readonly Sql[], seen: readonly Sql[]): Sql[] =>
  seen.flatMap((rows) => found.map((isFound) => sql`${rows} and ${isFound}`));

/** What a caller may know of: all real auctions, or all rehearsals, for admins; else its companies' auctions, those they bid in, and public ones. */
function seenBy(caller: Caller, { access }: AuctionQuery): Sql[] {
  if (caller.role === 'Admin')
    return [
      access === 'rehearsal'
        ? sql`auction a where a.rehearsal_of is not null`
        : sql`auction a where a.rehearsal_of is null`,
    ];
  const own = caller.accounts.map(({ id }) => id);
  const ways = [
    sql`auction a where a.owner_account_id = any(${own}::uuid[])`,
    // One by one: so the index has each company's auctions in their order. Their times stand beside the bidder too:
    // without a search none of these auctions is looked up.
    ...own.map(
      (accountId) => sql`(
        select auction_id as id, account_id, start_time, auction_end_time,
               (select title_lower from auction where id = auction_id),
               (select owner_account_id from auction where id = auction_id)
        from bidder) a where a.account_id = ${accountId}`,
    ),
  ];
  const seesPublic = caller.accounts.some(({ status }) => status === 'Active');
  return seesPublic ? [...ways, sql`auction a where not a.is_private`] : ways;
}

/** By title and by owner, each with an index of its own; owners are looked up first. */
async function foundBy(db: Db, search: string): Promise<Sql[]> {
  if (search === '') return [sql`true`];
  const { rows } = await sql<{ id: string }>`
    select id from account where company_name ilike ${containing(search)} escape '\\'
      or english_company_name ilike ${containing(search)} escape '\\'`.execute(db);
  const owners = rows.map(({ id }) => id);
  const byTitle = sql`a.title_lower like lower(${containing(search)}) escape '\\'`;
  return owners.length === 0 ? [byTitle] : [byTitle, sql`a.owner_account_id = any(${owners}::uuid[])`];
}
