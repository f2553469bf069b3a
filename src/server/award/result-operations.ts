import {
  getResultAsAdmin,
  getResultAsUser,
  type AuctionResultView,
  type ResultRow,
  exportWonBidsAsAdmin,
  exportWonBidsAsUser,
} from '#contract/award/award.ts';
import type { HoldingState } from '#contract/award/release.ts';
import { maySeeResult } from '#domain/access/may.ts';
import { feeOn, figuresOf, sideOf, statementOf, totalOn } from '#domain/award/statement.ts';
import type { AuctionId, BidderId, BidId, ItemId } from '#domain/basics/ids.ts';
import type { Language } from '#domain/basics/language.ts';
import { textOfCents, textOfDecimal } from '#domain/basics/price.ts';
import type { StandingRow } from '#domain/bidding/standing.ts';
import { companyNameIn } from '#domain/company/company-name.ts';
import { findAuction, itemsOf, relationIn, type AuctionRow, type ItemRow } from '#server/auction/auction-rows.ts';
import type { AuctionParts } from '#server/auction/parts.ts';
import { presentAuctionItem, presentAuctionSummary, type Reader } from '#server/auction/present-auction.ts';
import { awardsOf, type ItemAward } from '#server/award/close-auction.ts';
import { holdingStates } from '#server/ledger/holding-states.ts';
import type { Db } from '#server/platform/database/database.ts';
import { operation, type Operation, type Call } from '#server/platform/http/operation.ts';
import { Refused } from '#server/platform/http/refused.ts';
import { adminsIn, presentBid } from '#server/room/present-room.ts';
import type { RoomState } from '#server/room/room-state.ts';
import { aliasIn } from '#server/room/alias-in.ts';
import { exportFile, type AnyFormat, type ExportColumn } from '#server/platform/export/export.ts';
import type { ExportValue } from '#server/platform/export/spreadsheet.ts';
import { wordsWithFees, type Words } from '#server/platform/http/words.ts';
import { settingIn } from '#server/platform-setting/stored-settings.ts';

export type ResultCall = Pick<Call, 'db' | 'caller' | 'nowMs' | 'language'> & {
  readonly params: { readonly id: string };
};

/** The reader of a result. Admins see names, the owner also sees companies of winners, bidders see aliases. */
type Viewer = Pick<Reader, 'imageOf'> & {
  readonly isAdmin: boolean;
  readonly isOwner: boolean;
  readonly language: Language;
  readonly bidderId: string | null;
  /** Holdings by the ids of won bids. */
  readonly holdings: ReadonlyMap<string, HoldingState>;
};

/**
 * Returns a closed auction if the caller may see its result (docs/rules.md#who-sees-a-result). If the auction is due
 * for closing, it is closed here.
 */
export async function requireResult(
  parts: AuctionParts,
  { db, caller, params }: Omit<ResultCall, 'nowMs' | 'language'>,
): Promise<AuctionRow> {
  const seen = await findAuction(db, caller, params.id);
  // Close only an auction that the caller sees. Then a call takes as long for a hidden auction as for a missing one.
  if (seen && seen.closed_at === null) await parts.closeIfDue(params.id as AuctionId);
  const auction = seen?.closed_at === null ? await findAuction(db, caller, params.id) : seen;
  if (!auction) throw new Refused('not_found');
  if (!maySeeResult(relationIn(auction, caller), auction.own_has_ever_bid))
    throw new Refused('no_permission_to_join_auction');
  if (auction.closed_at === null) throw new Refused('results_not_ready');
  return auction;
}

/** Returns the result. Rank and won quantity come from the standing, never from a second computation (invariant 5). */
export async function readResult(parts: AuctionParts, call: ResultCall): Promise<AuctionResultView> {
  const { db, caller, params, nowMs, language } = call;
  const auction = await requireResult(parts, call);
  const relation = relationIn(auction, caller);
  const reader = { caller, nowMs, imageOf: parts.images.linksAt(nowMs) };
  const viewer = {
    ...reader,
    language,
    isAdmin: relation === 'admin',
    isOwner: relation === 'owner',
    bidderId: auction.own_bidder_id,
    holdings: await holdingsIn(db, auction.id),
  };
  const items = await itemsOf(db, [auction.id]);
  const view = await parts.rooms.read(params.id as AuctionId, (state) => presentResult(state, auction, items, viewer));
  if (!view) throw new Refused('not_found');
  return { ...view, auction: presentAuctionSummary(auction, items, reader) };
}

async function holdingsIn(db: Db, auctionId: string): Promise<Viewer['holdings']> {
  const awards = await db
    .selectFrom('award')
    .select(['id', 'bid_id'])
    .where('auction_id', '=', auctionId)
    .where('offer_id', 'is', null)
    .execute();
  const ids = awards.map(({ id }) => id);
  const states = await holdingStates(db, ids);
  const known = awards.map(({ id, bid_id: bidId }) => [bidId, states.get(id)] as const);
  return new Map(known.flatMap(([bidId, state]) => (state ? [[bidId, state] as const] : [])));
}

function presentResult(
  state: RoomState,
  auction: AuctionRow,
  items: readonly ItemRow[],
  viewer: Viewer,
): Omit<AuctionResultView, 'auction'> {
  const awards = awardsOf(state);
  const awardOf = new Map(awards.map((award) => [award.bid.bidId, award]));
  const results = items.map((item) => presentResultItem(state, item, { ...viewer, awardOf }));
  const seesFees = viewer.isAdmin || viewer.isOwner;
  const total = figuresOf(awards);
  return {
    sellerProcessingFee: auction.seller_fee_hundredths / 100,
    buyerProcessingFee: auction.buyer_fee_hundredths / 100,
    closedAt: (auction.closed_at ?? auction.auction_end_time).toISOString(),
    annulledBecause: state.times.annulledAtMs === null ? null : (state.conduct.last?.reason ?? ''),
    items: results,
    totals: {
      soldQuantity: total.quantity,
      value: textOfCents(total.amountCents),
      buyerFees: seesFees ? textOfCents(total.buyerFeeCents) : null,
      sellerFees: seesFees ? textOfCents(total.sellerFeeCents) : null,
    },
    own: presentOwn(state, awards, viewer),
  };
}

/** A viewer with the awards by bid. A bid without an award won nothing. */
type WithAwards = Viewer & { readonly awardOf: ReadonlyMap<BidId, ItemAward> };

function presentResultItem(state: RoomState, item: ItemRow, viewer: WithAwards) {
  const rows = state.standings.get(item.id as ItemId)?.rows() ?? [];
  const deleted = [...state.bids.values()].filter((bid) => bid.itemId === item.id && bid.isDeleted);
  const { quantity, amountCents, averagePriceCents } = figuresOf(
    rows.flatMap(({ bid }) => viewer.awardOf.get(bid.bidId) ?? []),
  );
  return {
    item: presentAuctionItem(item, {
      isForward: state.settings.terms.auctionType === 'Forward',
      imageOf: viewer.imageOf,
    }),
    rows: [
      ...rows.map((row) => presentRow(state, row, viewer)),
      ...deleted.map((bid) => presentRow(state, { bid, rank: 0 }, viewer)),
    ],
    soldQuantity: quantity,
    unsoldQuantity: item.quantity - quantity,
    value: textOfCents(amountCents),
    averagePrice: textOrNull(averagePriceCents),
  };
}

function presentRow(state: RoomState, { bid, rank }: Omit<StandingRow, 'won'>, viewer: WithAwards): ResultRow {
  const isOwnBid = bid.bidderId === viewer.bidderId;
  const award = viewer.awardOf.get(bid.bidId);
  const cost = isOwnBid || viewer.isAdmin || viewer.isOwner ? award : undefined;
  const bidder = state.settings.bidders.get(bid.bidderId);
  // The owner learns who won, not who else bid (docs/rules.md#live-bids).
  const seesCompany = viewer.isAdmin || (viewer.isOwner && award !== undefined);
  return {
    ...presentBid(state, bid, viewer.isAdmin ? adminsIn(viewer.language) : 'participants'),
    ranking: rank === 0 ? null : rank,
    isWonBid: award !== undefined,
    actualWonRECQuantity: award?.won ?? 0,
    isOwnBid,
    companyName: seesCompany && bidder ? companyNameIn(viewer.language, bidder) : null,
    amount: cost ? textOfCents(cost.amountCents) : null,
    buyerFee: cost ? textOfCents(cost.buyerFeeCents) : null,
    sellerFee: cost ? textOfCents(cost.sellerFeeCents) : null,
    holding: cost ? (viewer.holdings.get(bid.bidId) ?? null) : null,
  };
}

function presentOwn(state: RoomState, awards: readonly ItemAward[], viewer: Viewer): AuctionResultView['own'] {
  if (viewer.bidderId === null || viewer.isAdmin || viewer.isOwner) return null;
  const { total } = statementOf(awards, { as: 'bidder', bidderId: viewer.bidderId as BidderId });
  const side = sideOf(state.settings.terms.auctionType, 'bidder');
  return {
    bidderId: viewer.bidderId,
    wonQuantity: total.quantity,
    amount: textOfCents(total.amountCents),
    fee: textOfCents(feeOn(side, total)),
    total: textOfCents(totalOn(side, total)),
    averagePrice: textOrNull(total.averagePriceCents),
  };
}

const textOrNull = (cents: bigint | null): string | null => (cents === null ? null : textOfCents(cents));

export const resultOperations = (parts: AuctionParts): Operation[] => [
  operation(getResultAsAdmin, (call) => readResult(parts, call)),
  operation(getResultAsUser, (call) => readResult(parts, call)),
];

type ExportCall = ResultCall & Pick<Call, 'timeZone'> & { readonly query: { readonly format: AnyFormat } };
type WonBid = ResultRow & { readonly itemName: string; readonly auctionId: string };

/** Exports the winning bids of the result. It has only data that the caller may see (docs/rules.md#live-bids). */
async function exportWonBids(parts: AuctionParts, call: ExportCall) {
  const { db, language, timeZone } = call;
  const { format } = call.query;
  const { auction, items } = await readResult(parts, call);
  const rows = items.flatMap(({ item, rows: bids }) =>
    bids.filter(({ isWonBid }) => isWonBid).map((bid) => ({ ...bid, itemName: item.name, auctionId: auction.id })),
  );
  const words = wordsWithFees(language, await settingIn(db, 'feeNames'));
  const table = { name: `won-bids-${auction.title}`, columns: columnsFor(words, language, timeZone), rows };
  return exportFile(table, { format, timeZone });
}

function columnsFor(words: Words, language: Language, timeZone: string): ExportColumn<WonBid>[] {
  return [
    { key: 'auctionId', raw: ({ auctionId }) => auctionId },
    { key: 'auctionItemId', raw: ({ auctionItemId }) => auctionItemId },
    { key: 'bidId', raw: ({ bidId }) => bidId },
    { key: 'itemName', heading: words('item.item'), value: ({ itemName }) => itemName },
    { key: 'ranking', heading: words('room.rank'), value: ({ ranking }) => ranking ?? '' },
    {
      key: 'bidderUserName',
      heading: words('room.bidder'),
      value: (row) => aliasIn(language, nameAlone(row)),
      raw: nameAlone,
    },
    { key: 'companyName', heading: words('bidder.businessAccount'), value: ({ companyName }) => companyName ?? '' },
    { key: 'bidValue', heading: words('room.price'), value: ({ bidValue }) => ({ money: textOfDecimal(bidValue) }) },
    { key: 'bidRECQuantity', heading: words('room.quantity'), value: ({ bidRECQuantity }) => bidRECQuantity },
    {
      key: 'actualWonRECQuantity',
      heading: words('result.won'),
      value: ({ actualWonRECQuantity }) => actualWonRECQuantity,
    },
    { key: 'amount', heading: words('bidding.amount'), value: ({ amount }) => money(amount) },
    { key: 'buyerFee', heading: words('auction.buyerFee'), value: ({ buyerFee }) => money(buyerFee) },
    { key: 'sellerFee', heading: words('auction.sellerFee'), value: ({ sellerFee }) => money(sellerFee) },
    {
      key: 'updatedTime',
      heading: `${words('room.time')} (${timeZone})`,
      value: ({ updatedTime }) => new Date(updatedTime),
    },
  ];
}

/** Returns the user's name alone. For administrators the name contains the company, which has its own column here. */
const nameAlone = ({ bidderUserName, companyName }: WonBid): string =>
  companyName === null ? bidderUserName : (bidderUserName.split(' · ')[0] ?? '');

const money = (amount: string | null): ExportValue => (amount === null ? '' : { money: amount });

export const wonBidsExports = (parts: AuctionParts): Operation[] => [
  operation(exportWonBidsAsAdmin, (call) => exportWonBids(parts, call)),
  operation(exportWonBidsAsUser, (call) => exportWonBids(parts, call)),
];
