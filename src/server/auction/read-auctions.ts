import { sql } from 'kysely';
import { asksForChanges, longChangesPageOf, pageOfChanges } from '#server/platform/database/sync-page.ts';
import {
  availableItems,
  getAuctionAsAdmin,
  getAuctionAsUser,
  listAuctionsAsAdmin,
  listAuctionsAsUser,
  type Auction,
  type ListedAuction,
} from '#contract/auction/auction.ts';
import type { AuctionId } from '#domain/basics/ids.ts';
import { lowestAcceptedPrice, priceToWinNow } from '#domain/bidding/price-to-win.ts';
import { mayEnterRoom } from '#domain/access/may.ts';
import { DIRECTIONS } from '#domain/auction/direction.ts';
import { decimalOfCents } from '#domain/basics/price.ts';
import { bestBid } from '#domain/bidding/ranking.ts';
import { nextTimes } from '#domain/auction/recurrence.ts';
import {
  findAuction,
  itemsOf,
  auctionStatusOf,
  type AuctionRow,
  relationIn,
  scheduleOf,
} from '#server/auction/auction-rows.ts';
import { auctionSource, listAuctions, type AuctionQuery } from '#server/auction/list-auctions.ts';
import type { AuctionParts } from '#server/auction/parts.ts';
import {
  NOTHING_FROM_ROOM,
  presentAuction,
  presentAuctionSummary,
  type LivePrices,
  type Series,
  presentItems,
} from '#server/auction/present-auction.ts';
import { hasStandingBids, standingBidCounts } from '#server/room/store/history-facts.ts';
import type { RoomState } from '#server/room/room-state.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import type { Db } from '#server/platform/database/database.ts';
import { operation, type Operation, type Call } from '#server/platform/http/operation.ts';
import { longPageOf } from '#server/platform/database/page.ts';
import { Refused } from '#server/platform/http/refused.ts';
import { soldOf, storedItemNames } from '#server/auction/items/stored-items.ts';

type Reading = Pick<Call, 'db' | 'caller' | 'nowMs'>;
type ListCall = Reading & { readonly query: AuctionQuery };

async function list(parts: AuctionParts, { db, caller, query, nowMs }: ListCall) {
  const asked = { ...query, hidesReverse: !parts.allowsReverse };
  if (asksForChanges(query)) {
    const { rows: changed, changes } = await pageOfChanges(
      db,
      'auction',
      await auctionSource(db, caller, asked),
      query,
    );
    return longChangesPageOf(await presentList(parts, { db, caller, nowMs }, changed), changes, query);
  }
  const { rows, count } = await listAuctions(db, caller, asked);
  return longPageOf(await presentList(parts, { db, caller, nowMs }, rows), count, query);
}

async function presentList(
  parts: AuctionParts,
  { db, caller, nowMs }: Reading,
  rows: readonly AuctionRow[],
): Promise<ListedAuction[]> {
  const ids = rows.map(({ id }) => id);
  const items = Map.groupBy(await itemsOf(db, ids), ({ auction_id: id }) => id);
  const reader = { caller, nowMs, imageOf: parts.images.linksAt(nowMs) };
  const bids = await readBidFigures(parts.rooms, { db, caller, nowMs }, rows);
  return rows.map((row) => ({
    ...presentAuctionSummary(row, items.get(row.id) ?? [], reader),
    ...(bids.get(row.id) ?? NO_BID_FIGURES),
  }));
}

type GetCall = Reading & { readonly params: { readonly id: string } };

/**
 * Returns one auction as the caller may see it.
 * @throws Refused not_found if the auction is missing or hidden from the caller
 */
export async function readAuction(parts: AuctionParts, { db, caller, params, nowMs }: GetCall): Promise<Auction> {
  const row = await findAuction(db, caller, params.id);
  if (!row) throw new Refused('not_found');
  const isBidding = row.own_bidder_id !== null && auctionStatusOf(row, nowMs) === 'live';
  const fromRoom =
    isBidding || isConducted(row)
      ? await parts.rooms.read(params.id as AuctionId, (state) => ({
          prices: isBidding ? livePrices(state) : NOTHING_FROM_ROOM.prices,
          conduct: state.conduct,
        }))
      : undefined;
  const reader = { caller, nowMs, imageOf: parts.images.linksAt(nowMs) };
  const auction = presentAuction(row, await itemsOf(db, [row.id]), reader, fromRoom ?? NOTHING_FROM_ROOM);
  const { status, relation } = auction;
  const mayKnow = relation === 'owner' || relation === 'admin';
  const changesByRequest = mayKnow && status === 'upcoming' && (await hasStandingBids(db, row.id));
  return { ...auction, ...(await readSeries(db, caller, row)), changesByRequest };
}

/**
 * Tells whether the auction is paused, was annulled, or has an end that differs from the scheduled end. Other auctions
 * have no lines about auction controls in their rooms.
 */
const isConducted = ({ paused_at, annulled_at, end_time, auction_end_time }: AuctionRow): boolean =>
  paused_at !== null || annulled_at !== null || end_time.getTime() !== auction_end_time.getTime();

/**
 * Returns, for every item, the prices for a new bid that allows a partial award (docs/rules.md#lowest-accepted-price).
 */
const livePrices = ({ standings }: RoomState): LivePrices =>
  new Map(
    [...standings].map(([itemId, standing]) => {
      const ranking = standing.ranking();
      return [itemId, { lowestAccepted: lowestAcceptedPrice(ranking), toWin: priceToWinNow(ranking) }];
    }),
  );

async function readOnceClosed(parts: AuctionParts, call: GetCall): Promise<Auction> {
  await parts.closeIfDue(call.params.id as AuctionId);
  return readAuction(parts, call);
}

export const readOperations = (parts: AuctionParts): Operation[] => [
  operation(listAuctionsAsAdmin, (call) => list(parts, call)),
  operation(listAuctionsAsUser, (call) => list(parts, call)),
  operation(getAuctionAsAdmin, (call) => readOnceClosed(parts, call)),
  operation(getAuctionAsUser, (call) => readOnceClosed(parts, call)),
  operation(availableItems, async ({ db, caller, params, nowMs }) => {
    const row = await findAuction(db, caller, params.id);
    if (!row) throw new Refused('not_found');
    return presentItems(row, await itemsOf(db, [row.id]), parts.images.linksAt(nowMs));
  }),
];

type BidFigures = Pick<ListedAuction, 'bidCount' | 'bestPrice'>;
const NO_BID_FIGURES: BidFigures = { bidCount: null, bestPrice: null };

/**
 * Returns the bid figures of those listed auctions whose figures the caller may know (decision 66). Administrators may
 * know all figures. Other users may know an auction's figures from its start on, if they may enter its room. Only live
 * auctions have a best price, which is read from their rooms.
 */
async function readBidFigures(
  rooms: AuctionParts['rooms'],
  { db, caller, nowMs }: Reading,
  auctions: readonly AuctionRow[],
): Promise<ReadonlyMap<string, BidFigures>> {
  const known = auctions.filter((row) => mayKnowBids(row, caller, nowMs));
  if (known.length === 0) return new Map();
  const ids = known.map(({ id }) => id);
  const counts = await standingBidCounts(db, ids);
  const figuresOf = async (row: AuctionRow): Promise<[string, BidFigures]> => {
    const bidCount = counts.get(row.id) ?? 0;
    const isPriced = bidCount > 0 && auctionStatusOf(row, nowMs) === 'live';
    const bestPrice = isPriced ? await rooms.read(row.id as AuctionId, bestPriceOf) : null;
    return [row.id, { bidCount, bestPrice: bestPrice ?? null }];
  };
  return new Map(await Promise.all(known.map(figuresOf)));
}

function mayKnowBids(row: AuctionRow, caller: Caller, nowMs: number): boolean {
  const relation = relationIn(row, caller);
  if (relation === 'admin') return true;
  return (
    auctionStatusOf(row, nowMs) !== 'upcoming' && mayEnterRoom(relation, { isStarted: true, hasBid: row.own_has_bid })
  );
}

/** Returns the best price of all bids: the highest of a forward auction, the lowest of a reverse one. */
function bestPriceOf({ standings, settings: { terms } }: RoomState): number | null {
  const prices = [...standings.values()].flatMap((standing) => bestBid(standing.ranking())?.priceCents ?? []);
  if (prices.length === 0) return null;
  const isForward = DIRECTIONS[terms.auctionType].sign === 1;
  return decimalOfCents(isForward ? Math.max(...prices) : Math.min(...prices));
}

/** Returns an auction's place in its series. Only admins get it, because the next auction may be a draft. */
async function readSeries(db: Db, { role }: Caller, row: AuctionRow): Promise<Series> {
  if (role !== 'Admin') return { recurrence: null, follows: null, followedBy: null };
  return {
    recurrence: presentRecurrence(row),
    follows: row.follows === null ? null : await readBefore(db, row.follows),
    followedBy: await readAfter(db, row.id),
  };
}

function presentRecurrence(row: AuctionRow): Series['recurrence'] {
  if (row.recurrence === null) return null;
  const times = scheduleOf(row);
  const next = nextTimes(times, row.recurrence, times.endsAtMs);
  return { ...row.recurrence, nextStartTime: next ? new Date(next.startsAtMs).toISOString() : null };
}

async function readBefore(db: Db, id: string): Promise<Series['follows']> {
  const { rows } = await sql<{ title: string; sold_ids: string[] }>`
    select title, array(
      select i.id from auction_item i
      where i.auction_id = a.id and i.quantity <= ${soldOf(sql`i.id`)}) as sold_ids
    from auction a where a.id = ${id}`.execute(db);
  const [before] = rows;
  if (!before) return null;
  const sold = new Set(before.sold_ids);
  const items = (await itemsOf(db, [id])).filter((item) => sold.has(item.id));
  return { id, title: before.title, soldItemNames: [...storedItemNames(items).values()] };
}

async function readAfter(db: Db, id: string): Promise<Series['followedBy']> {
  const { rows } = await sql<NonNullable<Series['followedBy']>>`
    select id, title, planned_start_time is not null as "isDraft" from auction where follows = ${id}`.execute(db);
  return rows[0] ?? null;
}
