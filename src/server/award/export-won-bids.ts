import { exportWonBidsAsAdmin, exportWonBidsAsUser, type ResultRow } from '#contract/award/award.ts';
import type { AuctionParts } from '#server/auction/parts.ts';
import { readResult, type ResultCall } from '#server/award/result-operations.ts';
import { aliasIn } from '#server/room/alias-in.ts';
import { exportFile, type ExportColumn } from '#server/platform/export/export.ts';
import { operation, type Call, type Operation } from '#server/platform/http/operation.ts';
import type { ExportFormat, ExportValue } from '#server/platform/export/spreadsheet.ts';
import type { Language } from '#domain/basics/language.ts';
import { wordsIn } from '#server/platform/http/words.ts';

type ExportCall = ResultCall &
  Pick<Call, 'language' | 'timeZone'> & { readonly query: { readonly format: ExportFormat } };
type WonBid = ResultRow & { readonly itemName: string };

/** The winning rows of the result that the caller sees, with what it sees of them (rules 3.1). */
async function exportWonBids(parts: AuctionParts, call: ExportCall) {
  const { language, timeZone } = call;
  const { format } = call.query;
  const { auction, items } = await readResult(parts, call);
  const rows = items.flatMap(({ item, rows: bids }) =>
    bids.filter(({ isWonBid }) => isWonBid).map((bid) => ({ ...bid, itemName: item.name })),
  );
  return exportFile(
    { name: `won-bids-${auction.title}`, columns: columnsFor(language, timeZone), rows },
    { format, timeZone },
  );
}

function columnsFor(language: Language, timeZone: string): ExportColumn<WonBid>[] {
  const words = wordsIn(language);
  return [
    { heading: words('item.item'), value: ({ itemName }) => itemName },
    { heading: words('room.rank'), value: ({ ranking }) => ranking ?? '' },
    { heading: words('room.bidder'), value: (row) => aliasIn(language, nameAlone(row)) },
    { heading: words('bidder.businessAccount'), value: ({ companyName }) => companyName ?? '' },
    { heading: words('room.price'), value: ({ bidValue }) => ({ money: bidValue.toFixed(2) }) },
    { heading: words('room.quantity'), value: ({ bidRECQuantity }) => bidRECQuantity },
    { heading: words('result.won'), value: ({ actualWonRECQuantity }) => actualWonRECQuantity },
    { heading: words('bidding.amount'), value: ({ amount }) => money(amount) },
    { heading: words('auction.buyerFee'), value: ({ buyerFee }) => money(buyerFee) },
    { heading: words('auction.sellerFee'), value: ({ sellerFee }) => money(sellerFee) },
    { heading: `${words('room.time')} (${timeZone})`, value: ({ updatedTime }) => new Date(updatedTime) },
  ];
}

/** Administrators see a bidder as its user and its company; the company has a column of its own. */
const nameAlone = ({ bidderUserName, companyName }: WonBid): string =>
  companyName === null ? bidderUserName : (bidderUserName.split(' · ')[0] ?? '');

const money = (amount: string | null): ExportValue => (amount === null ? '' : { money: amount });

export const wonBidsExports = (parts: AuctionParts): Operation[] => [
  operation(exportWonBidsAsAdmin, (call) => exportWonBids(parts, call)),
  operation(exportWonBidsAsUser, (call) => exportWonBids(parts, call)),
];
