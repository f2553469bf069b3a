import { sql, type RawBuilder } from 'kysely';
import type { RowSource } from '#server/platform/export/batches.ts';
import type { QueryOf } from '#contract/basics/route.ts';
import type { listAuctionsAsAdmin } from '#contract/auction/auction.ts';
import type { AuctionStatus } from '#domain/auction/status.ts';
import { auctionsById, type AuctionRow, isInTime } from '#server/auction/auction-rows.ts';
import type { Db } from '#server/platform/database/database.ts';
import { countOf, offsetOf, rowLimitFor, type Count } from '#server/platform/database/page.ts';
import { containing } from '#server/platform/database/search.ts';
import type { Caller } from '#server/platform/http/caller.ts';

/** The filters for admins. Rehearsals are listed only if `access` is `rehearsal`. Users have fewer filters. */
export type AuctionQuery = QueryOf<typeof listAuctionsAsAdmin> & {
  /** Leaves out reverse auctions, in a deployment without them (docs/rules.md#configuration). */
  readonly hidesReverse?: boolean;
};

type Sql = RawBuilder<unknown>;

/** The groups of a list. Drafts are the first group, because an admin must act on each draft. */
type Listed = AuctionStatus | 'draft';

/** The database's clock, in a form that indexes can use. */
const NOW = sql`statement_timestamp()`;

/**
 * The condition of each group, and the time by which its auctions are sorted. The condition of live auctions means
 * `start <= now < end`.
 */
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
 * Returns one page of auctions: drafts first (for admins), then live ones by their end, upcoming ones by their start,
 * and past ones with the newest first. There is one query for each reason why the caller sees auctions, and each query
 * has its own index. The rows of the page are read in order. The rows that are only counted are read in any order.
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
    ways.map((way) => sql`(select a.id from ${way} and ${STATUSES[status].is} limit ${rowLimitFor(query)})`),
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

/**
 * Returns all auctions that match a search and that the caller may see, of both lists.
 */
export async function auctionSource(
  db: Db,
  caller: Caller,
  query: AuctionQuery,
): Promise<Omit<RowSource<AuctionRow>, 'order'>> {
  const found = (await foundBy(db, query.search)).map(watchedBy(caller, query));
  const passes = filtersOf(query);
  const ways = waysTo(
    found.map((isFound) => sql.join([isFound, ...passes], sql` and `)),
    seenBy(caller, query),
  );
  const which = conditionsOfChanges(caller, query).flatMap((condition) =>
    ways.map((way) => sql`select a.id from ${way} and ${condition}`),
  );
  return {
    ids: sql.join(which, sql` union `),
    load: (own, ids) => auctionsById(own, caller, ids),
    idOf: ({ id }) => id,
  };
}

/** SQL: the conditions of the auctions that programs synchronise. Only admins see drafts. */
function conditionsOfChanges({ role }: Caller, { status }: AuctionQuery): Sql[] {
  const isAdmin = role === 'Admin';
  if (status === undefined) return [isAdmin ? sql`true` : isInTime(sql`a.start_time`)];
  return status === 'draft' && !isAdmin ? [sql`false`] : [STATUSES[status].is];
}

/** Limits a search to watched auctions. A user watches few auctions, so each is looked up separately. */
const watchedBy =
  ({ userId }: Caller, { watched }: AuctionQuery) =>
  (isFound: Sql): Sql =>
    watched ? sql`${isFound} and a.id in (select auction_id from watch where user_id = ${userId})` : isFound;

/** SQL: the conditions of the filters. A single item must match all filters for items. */
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

/**
 * SQL: one query for each reason why the caller sees auctions. Admins see all real auctions, or all rehearsals. Others
 * see the auctions that their companies own or bid in, and public ones.
 */
function seenBy(caller: Caller, { access }: Pick<AuctionQuery, 'access'>): Sql[] {
  if (caller.role === 'Admin')
    return [
      access === 'rehearsal'
        ? sql`auction a where a.rehearsal_of is not null`
        : sql`auction a where a.rehearsal_of is null`,
    ];
  const own = caller.accounts.map(({ id }) => id);
  const ways = [
    sql`auction a where a.owner_account_id = any(${own}::uuid[])`,
    // One query per company, because the index holds each company's auctions in order. The bidder's row has a copy of
    // the auction's times, so without a search no auction row is read.
    ...own.map(
      (accountId) => sql`(
        select auction_id as id, account_id, start_time, auction_end_time,
               (select title_lower from auction where id = auction_id),
               (select owner_account_id from auction where id = auction_id)
        from bidder) a where a.account_id = ${accountId}`,
    ),
  ];
  const seesPublic = caller.accounts.some(({ status }) => status === 'Active');
  return seesPublic ? [...ways, PUBLIC] : ways;
}

/** SQL: the rows of public auctions. Rehearsals are always private. */
const PUBLIC = sql`auction a where not a.is_private`;

/** SQL: the ids of the public auctions that meet a condition on the times of the row `a`, without drafts. */
export const publicIds = (condition: Sql): Sql =>
  sql`select a.id from ${PUBLIC} and ${isInTime(sql`a.start_time`)} and ${condition}`;

/**
 * SQL: the ids of the auctions that the caller sees in lists and that meet a condition on the times of the row `a`.
 * Leaves out drafts and rehearsals.
 */
export const idsSeenBy = (caller: Caller, condition: Sql): Sql =>
  sql.join(
    seenBy(caller, {}).map((way) => sql`select a.id from ${way} and ${isInTime(sql`a.start_time`)} and ${condition}`),
    sql` union `,
  );

/** SQL: the conditions of a search by title and by owner. Each condition uses its own index. */
async function foundBy(db: Db, search: string): Promise<Sql[]> {
  if (search === '') return [sql`true`];
  const { rows } = await sql<{ id: string }>`
    select id from account where company_name ilike ${containing(search)} escape '\\'
      or english_company_name ilike ${containing(search)} escape '\\'`.execute(db);
  const owners = rows.map(({ id }) => id);
  // A search of one or two letters has no trigram. Without the title's own column, the database cannot choose to read
  // the whole index of trigrams.
  const title = search.length < 3 ? sql`(a.title_lower || '')` : sql`a.title_lower`;
  const byTitle = sql`${title} like lower(${containing(search)}) escape '\\'`;
  return owners.length === 0 ? [byTitle] : [byTitle, sql`a.owner_account_id = any(${owners}::uuid[])`];
}
