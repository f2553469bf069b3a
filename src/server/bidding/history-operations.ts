import {
  exportHistoryAsAdmin,
  exportHistoryAsUser,
  listHistoryAsAdmin,
  listHistoryAsUser,
  type HistoryLineView,
} from '#contract/bidding/bidding.ts';
import { decimalOfCents, textOfDecimal } from '#domain/basics/price.ts';
import { aliasOf } from '#domain/bidding/alias.ts';
import { openReason, actionOf, fixedReasonOf } from '#domain/bidding/history.ts';
import { ownNumber } from '#domain/bidding/own-number.ts';
import type { Language } from '#domain/basics/language.ts';
import { lineNumbersOf } from '#server/room/store/history-facts.ts';
import { findAuction, itemsOf, type AuctionRow } from '#server/auction/auction-rows.ts';
import { storedItemNames } from '#server/auction/items/stored-items.ts';
import { biddersNamed, findHistoryLines, type HistoryRow, typedReasons } from '#server/bidding/find-lines.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { exportFile, rowLimitOf, type AnyFormat, type ExportColumn } from '#server/platform/export/export.ts';
import { operation, type Call, type Operation } from '#server/platform/http/operation.ts';
import { longPageOf, type PageQuery } from '#server/platform/database/page.ts';
import { Refused } from '#server/platform/http/refused.ts';
import { aliasIn } from '#server/room/alias-in.ts';
import { wordsIn } from '#server/platform/http/words.ts';

type HistoryCall = Pick<Call, 'db' | 'caller' | 'nowMs' | 'language'> & { readonly params: { readonly id: string } };
type HistoryQuery = PageQuery & { search: string; auctionItemId?: string | undefined };

/**
 * Returns the lines that the caller may read. Administrators read all lines, with names. Others read the lines about
 * their own bids. After the closing, they read all lines, with aliases. If an administrator typed a reason for a line
 * about a bid, only administrators read the reason. The reason of a cancellation is also shown to the bid's company.
 */
async function readHistory({ db, caller, language, nowMs, params }: HistoryCall, query: HistoryQuery) {
  const auction = await findAuction(db, caller, params.id);
  if (!auction) throw new Refused('not_found');
  const isAdmin = caller.role === 'Admin';
  const mayReadAll = isAdmin || (auction.closed_at !== null && mayReadRecord(auction, caller));
  const bidders = mayReadAll ? await biddersNamed(db, auction.id, query.search, isAdmin) : ownBidder(auction, query);
  const { rows, count } = await findHistoryLines(db, auction, { ...query, bidders, language });
  const names = storedItemNames(await itemsOf(db, [params.id]));
  const isSealed = !isAdmin && nowMs < auction.start_time.getTime();
  const own = isSealed ? await lineNumbersOf(db, auction.own_bidder_id) : undefined;
  const mayReadReason = (row: HistoryRow): boolean => isAdmin || (row.kind === 'cancelled' && isOwn(row, auction));
  const typed = await typedReasons(db, auction.id, rows.filter(mayReadReason));
  const lines = rows.map((row) =>
    presentLine({ ...row, reason: typed.get(row.seq) ?? openReason(row) }, auction, isAdmin, names),
  );
  // Until the start, a bidder's lines are renumbered, so that they do not reveal how many bids others have.
  const shown = own ? lines.map((line) => ({ ...line, seq: ownNumber(own, line.seq) })) : lines;
  return { title: auction.title, lines: shown, count };
}

async function listHistory(call: HistoryCall & { readonly query: HistoryQuery }) {
  const { lines, count } = await readHistory(call, call.query);
  return longPageOf(lines, count, call.query);
}

type ExportCall = HistoryCall &
  Pick<Call, 'timeZone'> & {
    readonly query: Omit<HistoryQuery, keyof PageQuery> & { format: AnyFormat };
  };

/** Exports the history in the order of writing, the oldest line first. A history that is too long is refused. */
async function exportHistory({ timeZone, ...call }: ExportCall) {
  const { format, ...filter } = call.query;
  const { title, lines } = await readHistory(call, { ...filter, currentPage: 1, limit: rowLimitOf(format) });
  const table = {
    name: `bid-history-${title}`,
    columns: historyColumns(call.params.id, call.language, timeZone),
    rows: lines.toReversed(),
  };
  return exportFile(table, { format, timeZone });
}

const ownBidder = ({ own_bidder_id, own_alias_number }: AuctionRow, { search }: HistoryQuery): string[] =>
  own_bidder_id !== null &&
  aliasOf(own_alias_number ?? 0)
    .toLowerCase()
    .includes(search.toLowerCase())
    ? [own_bidder_id]
    : [];

const mayReadRecord = (auction: AuctionRow, caller: Caller): boolean =>
  auction.own_has_ever_bid || caller.accounts.some(({ id }) => id === auction.owner_account_id);

const isOwn = ({ bidder_id: bidderId }: HistoryRow, { own_bidder_id: ownBidderId }: AuctionRow): boolean =>
  bidderId !== null && bidderId === ownBidderId;

function presentLine(
  row: HistoryRow,
  auction: AuctionRow,
  isAdmin: boolean,
  names: ReadonlyMap<string, string>,
): HistoryLineView {
  const isOwnBid = isOwn(row, auction);
  const name = isAdmin && row.username !== null ? `${row.username} · ${row.company_name ?? ''}` : row.alias;
  return {
    seq: row.seq,
    kind: row.kind,
    at: row.at.toISOString(),
    bidId: row.bid_id,
    auctionItemId: row.item_id,
    itemName: (row.item_id && names.get(row.item_id)) ?? null,
    bidderUserName: name,
    isOwnBid,
    apiKey: isAdmin || isOwnBid ? row.api_key : null,
    bidValue: row.price_cents === null ? null : decimalOfCents(row.price_cents),
    bidRECQuantity: row.quantity,
    bidderPartialFulfillment: row.allows_partial,
    minimumAcceptable: row.minimum_acceptable,
    by: row.by,
    reason: row.reason,
    until: row.until?.toISOString() ?? null,
    // Until the closing, only administrators get hashes. From two hashes, a bidder could find the line between them by
    // trying all possibilities, and so learn an earlier price of a rival.
    hash: isAdmin || auction.closed_at !== null ? row.hash : null,
  };
}

export const bidHistoryOperations = (): Operation[] => [
  operation(listHistoryAsAdmin, listHistory),
  operation(listHistoryAsUser, listHistory),
  operation(exportHistoryAsAdmin, exportHistory),
  operation(exportHistoryAsUser, exportHistory),
];

/**
 * Returns the columns of an exported bid history. Milliseconds can decide a ranking, but spreadsheets show whole
 * seconds. So each line also has its UTC time as text, beside the caller's local time.
 */
export function historyColumns(
  auctionId: string,
  language: Language,
  timeZone: string,
): ExportColumn<HistoryLineView>[] {
  const words = wordsIn(language);
  return [
    { key: 'auctionId', raw: () => auctionId },
    { key: 'auctionItemId', raw: (line) => line.auctionItemId },
    { key: 'bidId', raw: ({ bidId }) => bidId },
    { key: 'seq', heading: words('result.line'), value: ({ seq }) => seq },
    { key: null, heading: `${words('room.time')} (${timeZone})`, value: ({ at }) => new Date(at) },
    { key: 'at', heading: `${words('room.time')} (UTC)`, value: ({ at }) => at },
    {
      key: 'kind',
      heading: words('result.kind'),
      value: (line) => words(`historyKind.${actionOf(line)}`),
      raw: ({ kind }) => kind,
    },
    {
      key: 'by',
      heading: words('result.by'),
      value: ({ by, apiKey }) =>
        apiKey === null ? words(`historyBy.${by}`) : words('result.byApiKey', { name: apiKey }),
      raw: ({ by }) => by,
    },
    { key: 'apiKey', raw: ({ apiKey }) => apiKey },
    { key: 'itemName', heading: words('item.item'), value: ({ itemName }) => itemName ?? '' },
    {
      key: 'bidderUserName',
      heading: words('room.bidder'),
      value: ({ bidderUserName: name }) => (name === null ? '' : aliasIn(language, name)),
      raw: ({ bidderUserName }) => bidderUserName,
    },
    ...termColumns(language),
    { key: 'until', heading: words('result.newEnd'), value: ({ until }) => until ?? '' },
    {
      key: 'reason',
      heading: words('result.reason'),
      value: (line) => reasonIn(language, line),
      raw: ({ reason }) => reason,
    },
    { key: 'hash', heading: words('result.hash'), value: ({ hash }) => hash ?? '' },
  ];
}

/** Returns the columns of what a bid offers. */
function termColumns(language: Language): ExportColumn<HistoryLineView>[] {
  const words = wordsIn(language);
  return [
    {
      key: 'bidValue',
      heading: words('room.price'),
      value: ({ bidValue }) => (bidValue === null ? '' : { money: textOfDecimal(bidValue) }),
    },
    { key: 'bidRECQuantity', heading: words('room.quantity'), value: ({ bidRECQuantity }) => bidRECQuantity ?? '' },
    {
      key: 'bidderPartialFulfillment',
      heading: words('bidding.allowPartial'),
      value: (line) => yesOrNo(language, line.bidderPartialFulfillment),
      raw: (line) => line.bidderPartialFulfillment,
    },
    {
      key: 'minimumAcceptable',
      heading: words('result.minimumAcceptable'),
      value: ({ minimumAcceptable }) => minimumAcceptable ?? '',
    },
  ];
}

const yesOrNo = (language: Language, value: boolean | null): string =>
  value === null ? '' : wordsIn(language)(value ? 'unit.yes' : 'unit.no');

function reasonIn(language: Language, line: HistoryLineView): string {
  const fixedReason = fixedReasonOf(line);
  return fixedReason ? wordsIn(language)(`fixedReason.${fixedReason}`) : (line.reason ?? '');
}
