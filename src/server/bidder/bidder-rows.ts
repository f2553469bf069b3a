import { isFreeToBid } from '#server/auction/admit-bidder.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Language } from '#domain/basics/language.ts';
import { QUANTITY_MAX } from '#domain/basics/quantity.ts';
import { aliasOf } from '#domain/bidding/alias.ts';
import type { Bidder, PastedLine } from '#contract/bidder/bidder.ts';
import { standingBidCount } from '#server/room/store/history-facts.ts';
import { companyNameFor } from '#server/platform/database/company-name.ts';
import type { Db } from '#server/platform/database/database.ts';
import { offsetOf, pageOf, type PageQuery } from '#server/platform/database/page.ts';
import { containing } from '#server/platform/database/search.ts';

/** A bidder as it is presented, but for its alias and its terms. */
type BidderRow = Omit<Bidder, 'alias' | 'termsAcceptedAt'> & { alias_number: number; accepted_at: Date | null };

const bidderTables = sql`bidder b join app_user u on u.id = b.user_id join account a on a.id = b.account_id`;

type Part = { readonly limit?: number; readonly offset?: number };

/** Bidders of an auction that keep a condition, by company. */
async function selectBidders(
  db: Db,
  language: Language,
  where: RawBuilder<unknown>,
  { limit, offset = 0 }: Part = {},
): Promise<Bidder[]> {
  const { rows } = await sql<BidderRow>`
    select b.id as "bidderId", b.user_id as "userId", u.username, b.account_id as "accountId",
           ${companyNameFor(language, sql`a`)} as "businessAccount", b.alias_number, b.max_quantity as "maxQuantity",
           coalesce(b.max_quantity, a.max_bid_quantity, ${QUANTITY_MAX}) as "effectiveMaxQuantity",
           b.terms_accepted_at as accepted_at, b.terms_version as "termsVersion", ${standingBidCount(sql`b`)} as "bidCount"
    from ${bidderTables} where ${where}
    order by a.company_name, b.id limit ${limit ?? null} offset ${offset}`.execute(db);
  return rows.map(({ alias_number: number, accepted_at: at, ...bidder }) => ({
    ...bidder,
    alias: aliasOf(number),
    termsAcceptedAt: at?.toISOString() ?? null,
  }));
}

export const findBidders = (
  db: Db,
  language: Language,
  auctionId: string,
  bidderIds: readonly string[],
): Promise<Bidder[]> =>
  selectBidders(db, language, sql`b.auction_id = ${auctionId} and b.id = any(${[...bidderIds]}::uuid[])`);

/** Who looks on where a company bids: its members. */
export async function membersOf(db: Db, { accountId }: Pick<Bidder, 'accountId'>): Promise<string[]> {
  const rows = await db.selectFrom('account_member').select('user_id').where('account_id', '=', accountId).execute();
  return rows.map(({ user_id }) => user_id);
}

type BidderQuery = PageQuery & { readonly search: string };

const named = ({ search }: Pick<BidderQuery, 'search'>) => sql`
  (u.username ilike ${containing(search)} escape '\\' or a.company_name ilike ${containing(search)} escape '\\'
    or a.english_company_name ilike ${containing(search)} escape '\\')`;

export async function pageOfBidders(db: Db, language: Language, auctionId: string, query: BidderQuery) {
  const where = sql`b.auction_id = ${auctionId} and ${named(query)}`;
  const bidders = await selectBidders(db, language, where, { limit: query.limit, offset: offsetOf(query) });
  return pageOf(bidders, await countIn(db, sql`from ${bidderTables} where ${where}`), query);
}

async function countIn(db: Db, from: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total ${from}`.execute(db);
  return rows[0]?.total ?? 0;
}

export const findBiddersNamed = (
  db: Db,
  language: Language,
  auctionId: string,
  { search, limit }: { readonly search: string; readonly limit: number },
): Promise<Bidder[]> =>
  selectBidders(db, language, sql`b.auction_id = ${auctionId} and ${named({ search })}`, { limit });

type Candidate = PastedLine['candidates'][number];

/**
 * Members who may trade for Active accounts. It leaves out accounts that are bidders already, the owner, and accounts
 * related to the owner. Nobody is a candidate for a rehearsal.
 */
export async function pageOfCandidates(db: Db, language: Language, auctionId: string, query: BidderQuery) {
  const from = sql`
    from account_member m join app_user u on u.id = m.user_id join account a on a.id = m.account_id
    where a.status = 'Active' and m.role <> 'viewer' and u.auction_user_role = 'User'
      and ${isFreeToBid(auctionId)}
      and ${named(query)}`;
  const { rows } = await sql<Candidate>`
    select m.user_id as "userId", u.username, m.account_id as "accountId",
           ${companyNameFor(language, sql`a`)} as "businessAccount" ${from}
    order by a.company_name, u.username limit ${query.limit} offset ${offsetOf(query)}`.execute(db);
  return pageOf(rows, await countIn(db, from), query);
}
