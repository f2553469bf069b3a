import { isFreeToBid } from '#server/auction/admit-bidder.ts';
import { sql } from 'kysely';
import type { Language } from '#domain/basics/language.ts';
import { QUANTITY_MAX } from '#domain/basics/quantity.ts';
import { aliasOf } from '#domain/bidding/alias.ts';
import type { Bidder } from '#contract/bidder/bidder.ts';
import { standingBidCount } from '#server/room/store/history-facts.ts';
import { companyNameFor } from '#server/platform/database/company-name.ts';
import type { Db } from '#server/platform/database/database.ts';
import { offsetOf, pageOf, type PageQuery } from '#server/platform/database/page.ts';
import { containing } from '#server/platform/database/search.ts';

type BidderRow = {
  id: string;
  user_id: string;
  username: string;
  account_id: string;
  company_name: string;
  alias_number: number;
  max_quantity: number | null;
  account_maximum: number | null;
  terms_accepted_at: Date | null;
  terms_version: string | null;
  bid_count: number;
};

const biddersIn = (language: Language) => sql<BidderRow>`
  select b.id, b.user_id, u.username, b.account_id, ${companyNameFor(language, sql`a`)} as company_name, b.alias_number, b.max_quantity,
         a.max_bid_quantity as account_maximum, b.terms_accepted_at, b.terms_version,
         ${standingBidCount(sql`b`)} as bid_count
  from bidder b join app_user u on u.id = b.user_id join account a on a.id = b.account_id`;

const presentBidder = (row: BidderRow): Bidder => ({
  bidderId: row.id,
  userId: row.user_id,
  username: row.username,
  accountId: row.account_id,
  businessAccount: row.company_name,
  alias: aliasOf(row.alias_number),
  maxQuantity: row.max_quantity,
  effectiveMaxQuantity: row.max_quantity ?? row.account_maximum ?? QUANTITY_MAX,
  termsAcceptedAt: row.terms_accepted_at?.toISOString() ?? null,
  termsVersion: row.terms_version,
  bidCount: row.bid_count,
});

export async function findBidders(
  db: Db,
  language: Language,
  auctionId: string,
  bidderIds: readonly string[],
): Promise<Bidder[]> {
  const { rows } = await sql<BidderRow>`
    ${biddersIn(language)} where b.auction_id = ${auctionId} and b.id = any(${[...bidderIds]}::uuid[])
    order by a.company_name, b.id`.execute(db);
  return rows.map(presentBidder);
}

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
  const where = sql`where b.auction_id = ${auctionId} and ${named(query)}`;
  const { rows } = await sql<BidderRow>`
    ${biddersIn(language)} ${where} order by a.company_name, b.id limit ${query.limit} offset ${offsetOf(query)}`.execute(
    db,
  );
  const counted = await sql<{ total: number }>`
    select count(*)::int as total
    from bidder b join app_user u on u.id = b.user_id join account a on a.id = b.account_id ${where}`.execute(db);
  return pageOf(rows.map(presentBidder), counted.rows[0]?.total ?? 0, query);
}

export async function findBiddersNamed(
  db: Db,
  language: Language,
  auctionId: string,
  { search, limit }: { readonly search: string; readonly limit: number },
): Promise<Bidder[]> {
  const { rows } = await sql<BidderRow>`
    ${biddersIn(language)} where b.auction_id = ${auctionId} and ${named({ search })}
    order by a.company_name, b.id limit ${limit}`.execute(db);
  return rows.map(presentBidder);
}

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
  const { rows } = await sql<{ user_id: string; username: string; account_id: string; company_name: string }>`
    select m.user_id, u.username, m.account_id, ${companyNameFor(language, sql`a`)} as company_name ${from}
    order by a.company_name, u.username limit ${query.limit} offset ${offsetOf(query)}`.execute(db);
  const counted = await sql<{ total: number }>`select count(*)::int as total ${from}`.execute(db);
  const items = rows.map((row) => ({
    userId: row.user_id,
    username: row.username,
    accountId: row.account_id,
    businessAccount: row.company_name,
  }));
  return pageOf(items, counted.rows[0]?.total ?? 0, query);
}
