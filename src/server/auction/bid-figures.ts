import type { ListedAuction } from '#contract/auction/auction.ts';
import { mayEnterRoom } from '#domain/access/may.ts';
import { DIRECTIONS } from '#domain/auction/direction.ts';
import type { AuctionId } from '#domain/basics/ids.ts';
import { decimalOfCents } from '#domain/basics/price.ts';
import { bestBid } from '#domain/bidding/ranking.ts';
import { relationIn, statusOf, type AuctionRow } from '#server/auction/auction-rows.ts';
import type { AuctionParts } from '#server/auction/parts.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import type { RoomState } from '#server/room/room-state.ts';
import { standingBidCounts } from '#server/room/store/history-facts.ts';

export type BidFigures = Pick<ListedAuction, 'bidCount' | 'bestPrice'>;
export const NO_BID_FIGURES: BidFigures = { bidCount: null, bestPrice: null };

type Reading = { readonly db: Db; readonly caller: Caller; readonly nowMs: number };

/**
 * Reads the bids of listed auctions, as far as the caller may know of them (decision 66): administrators always, others
 * from the start on and only where they may enter the room. Only live auctions have a price: it is read from their rooms.
 */
export async function readBidFigures(
  rooms: AuctionParts['rooms'],
  { db, caller, nowMs }: Reading,
  auctions: readonly AuctionRow[],
): Promise<ReadonlyMap<string, BidFigures>> {
  const known = auctions.filter((row) => mayKnowBids(row, caller, nowMs));
  if (known.length === 0) return new Map();
  const counts = await standingBidCounts(
    db,
    known.map(({ id }) => id),
  );
  return new Map(
    await Promise.all(
      known.map(async (row): Promise<[string, BidFigures]> => {
        const bidCount = counts.get(row.id) ?? 0;
        const isPriced = bidCount > 0 && statusOf(row, nowMs) === 'live';
        const bestPrice = isPriced ? await rooms.read(row.id as AuctionId, bestPriceOf) : null;
        return [row.id, { bidCount, bestPrice: bestPrice ?? null }];
      }),
    ),
  );
}

function mayKnowBids(row: AuctionRow, caller: Caller, nowMs: number): boolean {
  const relation = relationIn(row, caller);
  if (relation === 'admin') return true;
  return statusOf(row, nowMs) !== 'upcoming' && mayEnterRoom(relation, { isStarted: true, hasBid: row.own_has_bid });
}

/** The best price of all standing bids: the highest of a forward auction, the lowest of a reverse one. */
function bestPriceOf({ standings, settings: { terms } }: RoomState): number | null {
  const prices = [...standings.values()].flatMap((standing) => bestBid(standing.ranking())?.priceCents ?? []);
  if (prices.length === 0) return null;
  const isForward = DIRECTIONS[terms.auctionType].sign === 1;
  return decimalOfCents(isForward ? Math.max(...prices) : Math.min(...prices));
}
