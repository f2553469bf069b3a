import { sql, type Selectable } from 'kysely';
import type { Language } from '#domain/basics/language.ts';
import { aliasOf } from '#domain/bidding/alias.ts';
import type { AuctionRow } from '#server/auction/auction-rows.ts';
import { companyNameFor } from '#server/platform/database/company-name.ts';
import type { Db } from '#server/platform/database/database.ts';
import { countOf, offsetOf, rowLimitFor, type Count, type PageQuery } from '#server/platform/database/page.ts';
import { containing } from '#server/platform/database/search.ts';
import type { Tables } from '#server/platform/database/tables.gen.ts';
import { fixedReasonOf, hasTypedReason, type HistoryLine } from '#domain/bidding/history.ts';

export type HistoryRow = Selectable<Tables['bid_history']> & {
  username: string | null;
  company_name: string | null;
  api_key: string | null;
};

type LineQuery = PageQuery & {
  readonly language: Language;
  /** Only lines of these bidders; undefined for every line. */
  readonly bidders: readonly string[] | undefined;
  readonly auctionItemId?: string | undefined;
};

/** Returns one page of an auction's history, newest first. */
export async function findHistoryLines(
  db: Db,
  auction: AuctionRow,
  query: LineQuery,
): Promise<{ rows: HistoryRow[]; count: Count }> {
  const { bidders, auctionItemId, limit, language } = query;
  const isOfAuction = sql`h.auction_id = ${auction.id}`;
  const isOneOf = bidders ? sql`h.bidder_id = any(${[...bidders]}::uuid[])` : isOfAuction;
  const isOnItem = auctionItemId ? sql`h.item_id = ${auctionItemId}` : sql`true`;
  // Lines are numbered without gaps. So, for the list of all lines, the version gives the count and each page's start.
  const isWhole = !bidders && !auctionItemId;
  const isFrom = isWhole ? sql`h.seq <= ${auction.version - offsetOf(query)}` : sql`true`;
  const offset = isWhole ? 0 : offsetOf(query);
  const { rows } = await sql<HistoryRow>`
    select h.*, u.username, ${companyNameFor(language, sql`a`)} as company_name, key.name as api_key
    from (select h.* from bid_history h where ${isOfAuction} and ${isOneOf} and ${isOnItem} and ${isFrom}
          order by h.seq desc limit ${limit} offset ${offset}) h
    left join bidder b on b.id = h.bidder_id left join api_key key on key.id = h.api_key_id
    left join app_user u on u.id = b.user_id left join account a on a.id = b.account_id
    order by h.seq desc`.execute(db);
  if (isWhole) return { rows, count: { total: auction.version, isMore: false } };
  // A bidder belongs to only one auction, so this count needs no condition on the auction, and finds lines by index.
  const { rows: counted } = await sql<{ found: number }>`
    select count(*)::int as found from (
      select 1 from bid_history h where ${isOneOf} and ${isOnItem} limit ${rowLimitFor(query)}) some_lines`.execute(db);
  return { rows, count: countOf(counted[0]?.found ?? 0, query) };
}

/**
 * Returns the bidders whose alias contains the text. For admins, the names of the user and the company are searched,
 * too. Removed bidders are included. Returns undefined if there is no text.
 */
export async function biddersNamed(
  db: Db,
  auctionId: string,
  search: string,
  isAdmin: boolean,
): Promise<string[] | undefined> {
  if (search === '') return undefined;
  const isNamed = sql`ilike ${containing(search)} escape '\\'`;
  const { rows } = await sql<{ id: string }>`
    select b.id from bidder b join app_user u on u.id = b.user_id join account a on a.id = b.account_id
    where b.auction_id = ${auctionId}
      and (replace(${aliasOf(0)}, '0', b.alias_number::text) ${isNamed}
           or (${isAdmin}::boolean and (u.username ${isNamed} or a.company_name ${isNamed}
             or a.english_company_name ${isNamed})))
    union
    select bidder_id from bid_history
    where auction_id = ${auctionId} and kind in ('withdrawn', 'cancelled') and alias ${isNamed}`.execute(db);
  return rows.map(({ id }) => id);
}

type Line = Pick<HistoryLine, 'seq' | 'kind' | 'by' | 'reason'>;

/**
 * Returns the reasons that administrators typed for these lines about bids, by line number. The reasons come from the
 * audit trail. Lines from before version 0.2 contain their own reason (decision 73). The caller must check who may read
 * the reasons.
 */
export async function typedReasons(
  db: Db,
  auctionId: string,
  lines: readonly Line[],
): Promise<ReadonlyMap<number, string>> {
  const coded = lines.filter((line) => line.by === 'admin' && fixedReasonOf(line)).map(({ seq }) => seq);
  const { rows } =
    coded.length === 0
      ? { rows: [] }
      : await sql<{ seq: number; reason: string }>`
          select (detail ->> 'seq')::int as seq, detail ->> 'reason' as reason from audit_line
          where subject ->> 'id' = ${auctionId} and (detail ->> 'seq')::int = any(${coded}::int[])`.execute(db);
  return new Map([
    ...lines.flatMap((line) =>
      hasTypedReason(line) && line.reason !== null ? [[line.seq, line.reason] as const] : [],
    ),
    ...rows.map(({ seq, reason }) => [seq, reason] as const),
  ]);
}
