import type { BidId, ItemId } from '#domain/basics/ids.ts';
import { softEndMs } from '#domain/auction/soft-close.ts';
import { statusAt } from '#domain/auction/status.ts';
import type { Bid } from '#domain/bidding/bid.ts';
import { countsForSoftClose } from '#domain/bidding/counts-for-soft-close.ts';
import { bidAfter } from '#domain/bidding/history.ts';
import { isWonAlike, type Ranking } from '#domain/bidding/ranking.ts';
import type { RoomRequest } from '#server/room/judging/judge-request.ts';
import { endTermsOf, lineTime, type RoomState } from '#server/room/room-state.ts';
import type { NewLine } from '#server/room/store/write-lines.ts';
import { addConduct } from '#server/room/judging/add-conduct.ts';

/** How every item stood before a request in the last minutes, and the end that it may bring about. */
export type LastMinutes = {
  readonly atMs: number;
  readonly untilMs: number;
  readonly before: ReadonlyMap<ItemId, Ranking>;
  /** The bids that the request revises, as they were. */
  readonly present: ReadonlyMap<BidId, Bid>;
};

/**
 * Whether a request comes in the minutes that soft close watches (rules 3). Outside of them, and in auctions without soft
 * close, that is all that is asked: rankings are values, so that holding one costs nothing.
 */
export function lastMinutes(state: RoomState, request: RoomRequest, receivedAtMs: number): LastMinutes | undefined {
  const atMs = lineTime(state, receivedAtMs);
  const untilMs = softEndMs(endTermsOf(state), atMs);
  if (untilMs === undefined || statusAt(state.times, atMs) !== 'live') return undefined;
  return {
    atMs,
    untilMs,
    before: new Map([...state.standings].map(([itemId, standing]) => [itemId, standing.ranking()])),
    present: revisedBids(state, request),
  };
}

function revisedBids({ bids }: RoomState, request: RoomRequest): ReadonlyMap<BidId, Bid> {
  const inputs = request.type === 'place' ? request.bids : request.type === 'placeOnBehalf' ? [request.bid] : [];
  return new Map(
    inputs.flatMap(({ bidId }) => {
      const bid = bids.get(bidId as BidId);
      return bid ? [[bid.bidId, bid] as const] : [];
    }),
  );
}

/**
 * The line that moves the end after the lines of one request, right behind them: every later bid, of the same batch too,
 * is judged against the new end. Cancellations move nothing: whoever cancels a bid can extend the auction as well.
 */
export function extendSoftly(state: RoomState, last: LastMinutes, lines: readonly NewLine[]): NewLine[] {
  const isChanged = [...countingItems(state, last, lines)].some((itemId) => {
    const [before, after] = [last.before.get(itemId), state.standings.get(itemId)?.ranking()];
    return before && after && !isWonAlike(before, after);
  });
  if (!isChanged) return [];
  const by = { by: 'system', reason: 'soft_close', userId: null } as const;
  return [addConduct(state, { kind: 'extended', atMs: last.atMs, untilMs: last.untilMs, ...by })];
}

/** The items with a placed or revised bid that counts. */
function countingItems({ settings }: RoomState, last: LastMinutes, lines: readonly NewLine[]): ReadonlySet<ItemId> {
  const present = new Map(last.present);
  const items = new Set<ItemId>();
  for (const { line } of lines) {
    const before = line.bidId === null ? undefined : present.get(line.bidId);
    const bid = line.kind === 'placed' || line.kind === 'revised' ? bidAfter(line, before) : undefined;
    const item = bid && settings.items.get(bid.itemId);
    if (!bid || !item) continue;
    if (countsForSoftClose(item, settings.terms, before, bid)) items.add(bid.itemId);
    present.set(bid.bidId, bid);
  }
  return items;
}
