import { listHistoryAsAdmin, listHistoryAsUser, type HistoryLineView } from '#contract/bidding.ts';
import { decimalOfCents } from '#domain/basics/price.ts';
import { aliasOf } from '#domain/bidding/alias.ts';
import { findAuction, itemsOf, type AuctionRow } from '#server/auction/auction-rows.ts';
import { presentItem } from '#server/auction/present-auction.ts';
import { biddersNamed, findLines, type HistoryRow } from '#server/bidding/find-lines.ts';
import type { Caller } from '#server/platform/caller.ts';
import type { Db } from '#server/platform/database.ts';
import { operation, type Operation } from '#server/platform/operation.ts';
import { longPageOf, type PageQuery } from '#server/platform/page.ts';
import { Refused } from '#server/platform/refused.ts';

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
  const bidders = mayReadAll ? await biddersNamed(db, auction.id, query.search, isAdmin) : ownBidder(auction, query);
  const { rows, count } = await findLines(db, auction, { ...query, bidders });
  const names = new Map((await itemsOf(db, [params.id])).map((item) => [item.id, presentItem(item, true).name]));
  return longPageOf(
    rows.map((row) => presentLine(row, auction, isAdmin, names)),
    count,
    query,
  );
}

const ownBidder = ({ own_bidder_id, own_alias_number }: AuctionRow, { search }: HistoryCall['query']): string[] =>
  own_bidder_id !== null &&
  aliasOf(own_alias_number ?? 0)
    .toLowerCase()
    .includes(search.toLowerCase())
    ? [own_bidder_id]
    : [];

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
