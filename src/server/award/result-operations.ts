import { getResultAsAdmin, getResultAsUser, type AuctionResultView, type ResultRow } from '#contract/award.ts';
import { maySeeResult } from '#domain/access/may.ts';
import { bidderTotalCents, costOf } from '#domain/award/close.ts';
import type { AuctionId, ItemId } from '#domain/basics/ids.ts';
import { textOfCents } from '#domain/basics/price.ts';
import type { StandingRow } from '#domain/bidding/standing.ts';
import { findAuction, itemsOf, relationIn, type AuctionRow, type ItemRow } from '#server/auction/auction-rows.ts';
import type { AuctionParts } from '#server/auction/parts.ts';
import { presentItem, presentSummary, type Reader } from '#server/auction/present-auction.ts';
import { presentBid } from '#server/bidding/present-room.ts';
import type { RoomState } from '#server/bidding/room-state.ts';
import type { Caller } from '#server/platform/caller.ts';
import type { Db } from '#server/platform/database.ts';
import { operation, type Operation } from '#server/platform/operation.ts';
import { Refused } from '#server/platform/refused.ts';

export type ResultCall = {
  readonly db: Db;
  readonly caller: Caller;
  readonly params: { id: string };
  readonly nowMs: number;
};

/** Who looks at a result, and what that lets through: names for admins, companies for the owner too, aliases for bidders. */
type Viewer = Pick<Reader, 'imageOf'> & {
  readonly isAdmin: boolean;
  readonly isOwner: boolean;
  readonly bidderId: string | null;
};

/** A closed auction whose result the caller may see (rules 3.3). */
export async function requireResult(
  parts: AuctionParts,
  { db, caller, params }: Omit<ResultCall, 'nowMs'>,
): Promise<AuctionRow> {
  await parts.closeIfDue(params.id as AuctionId);
  const auction = await findAuction(db, caller, params.id);
  if (!auction) throw new Refused('not_found');
  if (!maySeeResult(relationIn(auction, caller), auction.own_has_ever_bid))
    throw new Refused('no_permission_to_join_auction');
  if (auction.closed_at === null) throw new Refused('results_not_ready');
  return auction;
}

/** The same rows everywhere: rank and won quantity come from the standing, never from a second computation (invariant 5). */
export async function readResult(parts: AuctionParts, call: ResultCall): Promise<AuctionResultView> {
  const { db, caller, params, nowMs } = call;
  const auction = await requireResult(parts, call);
  const relation = relationIn(auction, caller);
  const reader = { caller, nowMs, imageOf: parts.images.linksAt(nowMs) };
  const viewer = {
    ...reader,
    isAdmin: relation === 'admin',
    isOwner: relation === 'owner',
    bidderId: auction.own_bidder_id,
  };
  const items = await itemsOf(db, [auction.id]);
  const view = await parts.rooms.read(params.id as AuctionId, (state) => presentResult(state, auction, items, viewer));
  if (!view) throw new Refused('not_found');
  return { ...view, auction: presentSummary(auction, items, reader) };
}

function presentResult(
  state: RoomState,
  auction: AuctionRow,
  items: readonly ItemRow[],
  viewer: Viewer,
): Omit<AuctionResultView, 'auction'> {
  const results = items.map((item) => presentResultItem(state, item, viewer));
  const seesFees = viewer.isAdmin || viewer.isOwner;
  const won = results.flatMap(({ won: rows }) => rows).map((row) => ({ row, cost: costOfRow(state, row) }));
  const sum = (pick: (cost: ReturnType<typeof costOf>) => bigint): string =>
    textOfCents(won.reduce((total, { cost }) => total + pick(cost), 0n));
  return {
    sellerProcessingFee: auction.seller_fee_hundredths / 100,
    buyerProcessingFee: auction.buyer_fee_hundredths / 100,
    closedAt: (auction.closed_at ?? auction.auction_end_time).toISOString(),
    annulledBecause: state.times.annulledAtMs === null ? null : (state.conduct.last?.reason ?? ''),
    items: results.map(({ view }) => view),
    totals: {
      soldQuantity: results.reduce((total, { view }) => total + view.soldQuantity, 0),
      value: sum((cost) => cost.amountCents),
      buyerFees: seesFees ? sum((cost) => cost.buyerFeeCents) : null,
      sellerFees: seesFees ? sum((cost) => cost.sellerFeeCents) : null,
    },
    own: presentOwn(state, won, viewer),
  };
}

const costOfRow = (state: RoomState, row: StandingRow) => costOf(row.bid.priceCents, row.won, state.settings.fees);

/** Nothing is won in an annulled auction. */
function rowsOf({ standings, times }: RoomState, itemId: ItemId): readonly StandingRow[] {
  const rows = standings.get(itemId)?.rows() ?? [];
  return times.annulledAtMs === null ? rows : rows.map((row) => ({ ...row, won: 0 }));
}

function presentResultItem(state: RoomState, item: ItemRow, viewer: Viewer) {
  const rows = rowsOf(state, item.id as ItemId);
  const deleted = [...state.bids.values()].filter((bid) => bid.itemId === item.id && bid.isDeleted);
  const won = rows.filter((row) => row.won > 0);
  const soldQuantity = won.reduce((total, row) => total + row.won, 0);
  const value = won.reduce((total, row) => total + costOfRow(state, row).amountCents, 0n);
  const view = {
    item: presentItem(item, {
      isForward: state.settings.terms.auctionType === 'Forward',
      imageOf: viewer.imageOf,
    }),
    rows: [
      ...rows.map((row) => presentRow(state, row, viewer)),
      ...deleted.map((bid) => presentRow(state, { bid, rank: 0, won: 0 }, viewer)),
    ],
    soldQuantity,
    unsoldQuantity: item.quantity - soldQuantity,
    value: textOfCents(value),
    averagePrice: averagePrice(value, soldQuantity),
  };
  return { view, won };
}

function presentRow(state: RoomState, row: StandingRow, viewer: Viewer): ResultRow {
  const isOwnBid = row.bid.bidderId === viewer.bidderId;
  const seesMoney = row.won > 0 && (isOwnBid || viewer.isAdmin || viewer.isOwner);
  const cost = seesMoney ? costOfRow(state, row) : undefined;
  const company = state.settings.bidders.get(row.bid.bidderId)?.companyName ?? null;
  // The owner learns who won, not who else bid (rules 3.1).
  const seesCompany = viewer.isAdmin || (viewer.isOwner && row.won > 0);
  return {
    ...presentBid(state, row.bid, viewer.isAdmin ? 'admins' : 'participants'),
    ranking: row.rank === 0 ? null : row.rank,
    isWonBid: row.won > 0,
    actualWonRECQuantity: row.won,
    isOwnBid,
    companyName: seesCompany ? company : null,
    amount: cost ? textOfCents(cost.amountCents) : null,
    buyerFee: cost ? textOfCents(cost.buyerFeeCents) : null,
    sellerFee: cost ? textOfCents(cost.sellerFeeCents) : null,
  };
}

type WonRow = { readonly row: StandingRow; readonly cost: ReturnType<typeof costOf> };

function presentOwn(state: RoomState, won: readonly WonRow[], viewer: Viewer): AuctionResultView['own'] {
  if (viewer.bidderId === null || viewer.isAdmin || viewer.isOwner) return null;
  const own = won.filter(({ row }) => row.bid.bidderId === viewer.bidderId);
  const wonQuantity = own.reduce((total, { row }) => total + row.won, 0);
  const amount = own.reduce((total, { cost }) => total + cost.amountCents, 0n);
  const total = own.reduce((sum, { cost }) => sum + bidderTotalCents(state.settings.terms, cost), 0n);
  return {
    bidderId: viewer.bidderId,
    wonQuantity,
    amount: textOfCents(amount),
    fee: textOfCents(total > amount ? total - amount : amount - total),
    total: textOfCents(total),
    averagePrice: averagePrice(amount, wonQuantity),
  };
}

/** Volume-weighted average price, rounded half-up to the hundredth. */
const averagePrice = (amountCents: bigint, quantity: number): string | null =>
  quantity === 0 ? null : textOfCents((amountCents * 2n + BigInt(quantity)) / (2n * BigInt(quantity)));

export const resultOperations = (parts: AuctionParts): Operation[] => [
  operation(getResultAsAdmin, (call) => readResult(parts, call)),
  operation(getResultAsUser, (call) => readResult(parts, call)),
];
