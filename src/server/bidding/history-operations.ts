import { sql, type Selectable } from 'kysely';
import { listHistoryAsAdmin, listHistoryAsUser, type HistoryLineView } from '#contract/bidding.ts';
import { decimalOfCents } from '#domain/basics/price.ts';
import { findAuction, itemsOf, type AuctionRow } from '#server/auction/auction-rows.ts';
import { presentItem } from '#server/auction/present-auction.ts';
import type { Caller } from '#server/platform/caller.ts';
import type { Db } from '#server/platform/database.ts';
import { operation, type Operation } from '#server/platform/operation.ts';
import { offsetOf, pageOf, type PageQuery } from '#server/platform/page.ts';
import { Refused } from '#server/platform/refused.ts';
import { containing } from '#server/platform/search.ts';
import type { Tables } from '#server/platform/tables.ts';

type HistoryRow = Selectable<Tables['bid_history']> & { username: string | null; company_name: string | null };

type HistoryCall = {
  readonly db: Db;
  readonly caller: Caller;
  readonly params: { id: string };
  readonly query: PageQuery & { search: string; auctionItemId?: string | undefined };
};

/** Admins read every line with names; others their own, and once the auction is closed every line under aliases. */
async function listHistory({ db, caller, params, query }: HistoryCall) {
  const auction = await findAuction(db, caller, params.id);
  if (!auction) throw new Refused('not_found');
  const isAdmin = caller.role === 'Admin';
  const mayReadAll = isAdmin || (auction.closed_at !== null && mayReadRecord(auction, caller));
  const where = sql`
    where h.auction_id = ${params.id}
      and ${mayReadAll ? sql`true` : sql`h.bidder_id = ${auction.own_bidder_id}`}
      and ${query.auctionItemId ? sql`h.item_id = ${query.auctionItemId}` : sql`true`}
      and (${query.search} = '' or h.alias ilike ${containing(query.search)} escape '\\'
           or (${isAdmin}::boolean and (u.username ilike ${containing(query.search)} escape '\\'
                               or a.company_name ilike ${containing(query.search)} escape '\\')))`;
  const from = sql`
    from bid_history h left join bidder b on b.id = h.bidder_id
    left join app_user u on u.id = b.user_id left join account a on a.id = b.account_id`;
  const { rows } = await sql<HistoryRow>`
    select h.*, u.username, a.company_name ${from} ${where}
    order by h.seq desc limit ${query.limit} offset ${offsetOf(query)}`.execute(db);
  const counted = await sql<{ total: number }>`select count(*)::int as total ${from} ${where}`.execute(db);
  const items = await itemsOf(db, [params.id]);
  const names = new Map(items.map((item) => [item.id, presentItem(item, true).name]));
  return pageOf(
    rows.map((row) => presentLine(row, auction, isAdmin, names)),
    counted.rows[0]?.total ?? 0,
    query,
  );
}

const mayReadRecord = (auction: AuctionRow, caller: Caller): boolean =>
  auction.own_has_ever_bid || caller.accounts.some(({ id }) => id === auction.owner_account_id);

function presentLine(
  row: HistoryRow,
  auction: AuctionRow,
  isAdmin: boolean,
  names: ReadonlyMap<string, string>,
): HistoryLineView {
  const name = isAdmin && row.username !== null ? `${row.username} · ${row.company_name ?? ''}` : row.alias;
  return {
    seq: row.seq,
    kind: row.kind,
    at: row.at.toISOString(),
    bidId: row.bid_id,
    auctionItemId: row.item_id,
    itemName: (row.item_id && names.get(row.item_id)) ?? null,
    bidderUserName: name,
    isOwnBid: row.bidder_id !== null && row.bidder_id === auction.own_bidder_id,
    bidValue: row.price_cents === null ? null : decimalOfCents(row.price_cents),
    bidRECQuantity: row.quantity,
    bidderPartialFulfillment: row.allows_partial,
    by: row.by,
    reason: row.reason,
    hash: row.hash,
  };
}

export const historyOperations = (): Operation[] => [
  operation(listHistoryAsAdmin, listHistory),
  operation(listHistoryAsUser, listHistory),
];
