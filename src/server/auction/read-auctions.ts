import {
  availableItems,
  getAuctionAsAdmin,
  getAuctionAsUser,
  listAuctionsAsAdmin,
  listAuctionsAsUser,
  type Auction,
} from '#contract/auction/auction.ts';
import type { AuctionId } from '#domain/basics/ids.ts';
import { lowestAcceptedPrice, priceToWinNow } from '#domain/bidding/price-to-win.ts';
import { findAuction, itemsOf, statusOf, type AuctionRow, type ItemRow } from '#server/auction/auction-rows.ts';
import { NO_BID_FIGURES, readBidFigures } from '#server/auction/bid-figures.ts';
import { listAuctions, type AuctionQuery } from '#server/auction/list-auctions.ts';
import type { AuctionParts } from '#server/auction/parts.ts';
import {
  NOTHING_FROM_ROOM,
  presentAuction,
  presentItem,
  presentSummary,
  type LivePrices,
} from '#server/auction/present-auction.ts';
import { readSeries } from '#server/auction/series.ts';
import { hasStandingBids } from '#server/room/store/history-facts.ts';
import type { RoomState } from '#server/room/room-state.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import type { Db } from '#server/platform/database/database.ts';
import { operation, type Operation } from '#server/platform/http/operation.ts';
import { longPageOf } from '#server/platform/database/page.ts';
import { Refused } from '#server/platform/http/refused.ts';

type ListCall = { readonly db: Db; readonly caller: Caller; readonly query: AuctionQuery; readonly nowMs: number };

async function list(parts: AuctionParts, { db, caller, query, nowMs }: ListCall) {
  const { rows, count } = await listAuctions(db, caller, { ...query, hidesReverse: !parts.allowsReverse });
  const items = Map.groupBy(
    await itemsOf(
      db,
      rows.map(({ id }) => id),
    ),
    (item: ItemRow) => item.auction_id,
  );
  const reader = { caller, nowMs, imageOf: parts.images.linksAt(nowMs) };
  const bids = await readBidFigures(parts.rooms, { db, caller, nowMs }, rows);
  return longPageOf(
    rows.map((row) => ({
      ...presentSummary(row, items.get(row.id) ?? [], reader),
      ...(bids.get(row.id) ?? NO_BID_FIGURES),
    })),
    count,
    query,
  );
}

type GetCall = { readonly db: Db; readonly caller: Caller; readonly params: { id: string }; readonly nowMs: number };

/** One auction as the caller may see it; throws `not_found` for hidden and missing ones alike. */
export async function readAuction(parts: AuctionParts, { db, caller, params, nowMs }: GetCall): Promise<Auction> {
  const row = await findAuction(db, caller, params.id);
  if (!row) throw new Refused('not_found');
  const isBidding = row.own_bidder_id !== null && statusOf(row, nowMs) === 'live';
  const fromRoom =
    isBidding || isConducted(row)
      ? await parts.rooms.read(params.id as AuctionId, (state) => ({
          prices: isBidding ? livePrices(state) : NOTHING_FROM_ROOM.prices,
          conduct: state.conduct,
        }))
      : undefined;
  const reader = { caller, nowMs, imageOf: parts.images.linksAt(nowMs), priceUnit: parts.priceUnit };
  const auction = presentAuction(row, await itemsOf(db, [row.id]), reader, fromRoom ?? NOTHING_FROM_ROOM);
  const { status, relation } = auction;
  const mayKnow = relation === 'owner' || relation === 'admin';
  const changesByRequest = mayKnow && status === 'upcoming' && (await hasStandingBids(db, row.id));
  return { ...auction, ...(await readSeries(db, caller, row)), changesByRequest };
}

/** Has anything been done to it since its start? Its room has read the lines that say what. */
const isConducted = ({ paused_at, annulled_at, end_time, auction_end_time }: AuctionRow): boolean =>
  paused_at !== null || annulled_at !== null || end_time.getTime() !== auction_end_time.getTime();

/** Prices on every item of a new bid that allows partial (rules 3.1). */
const livePrices = ({ standings }: RoomState): LivePrices =>
  new Map(
    [...standings].map(([itemId, standing]) => {
      const ranking = standing.ranking();
      return [itemId, { lowestAccepted: lowestAcceptedPrice(ranking), toWin: priceToWinNow(ranking) }];
    }),
  );

export const readOperations = (parts: AuctionParts): Operation[] => [
  operation(listAuctionsAsAdmin, (call) => list(parts, call)),
  operation(listAuctionsAsUser, (call) => list(parts, call)),
  operation(getAuctionAsAdmin, async (call) => {
    await parts.closeIfDue(call.params.id as AuctionId);
    return readAuction(parts, call);
  }),
  operation(getAuctionAsUser, async (call) => {
    await parts.closeIfDue(call.params.id as AuctionId);
    return readAuction(parts, call);
  }),
  operation(availableItems, async ({ db, caller, params, nowMs }) => {
    const row = await findAuction(db, caller, params.id);
    if (!row) throw new Refused('not_found');
    const items = await itemsOf(db, [row.id]);
    const how = { isForward: row.auction_type === 'Forward', imageOf: parts.images.linksAt(nowMs) };
    return items.map((item) => presentItem(item, how));
  }),
];
