import type { HistoryLine } from '#domain/bidding/history.ts';
import { statusAt } from '#domain/auction/status.ts';
import type { AuctionId, BidderId } from '#domain/basics/ids.ts';
import type { Bid } from '#domain/bidding/bid.ts';
import { judgeBid } from '#domain/bidding/judge-bid.ts';
import type { CancellationCause } from '#domain/bidding/cancellation.ts';
import { decimalOfCents } from '#domain/basics/price.ts';
import { loadSealedRoom } from '#server/room/store/load-room.ts';
import type { RoomBidder, RoomState } from '#server/room/room-state.ts';
import type { RoomRows } from '#server/room/store/room-store.ts';
import type { NewLine } from '#server/room/store/write-lines.ts';
import { writeEvent } from '#server/room/store/write-event.ts';
import { Refused } from '#server/platform/http/refused.ts';
import { addLine, endOf } from '#server/room/judging/add-line.ts';

/** A change of an auction's settings, items or bidders. It is in progress, and the auction's row is locked. */
export type Change = {
  readonly rows: RoomRows;
  readonly auctionId: AuctionId;
  readonly nowMs: number;
  readonly isStarted: boolean;
  readonly isEnded: boolean;
  readonly isClosed: boolean;
  readonly bidders: ReadonlyMap<string, RoomBidder>;
};

/**
 * Locks an auction for a change, so that no bid is judged meanwhile.
 * @throws Refused not_found
 */
export async function beginChange(rows: RoomRows, id: string): Promise<Change> {
  const auctionId = id as AuctionId;
  const locked = await rows.lock(auctionId);
  const settings = locked && (await rows.settings(auctionId));
  if (!locked || !settings) throw new Refused('not_found');
  const nowMs = locked.times.readAtMs;
  const status = statusAt(locked.times, nowMs);
  const isClosed = locked.times.closedAtMs !== null;
  const phase = { isStarted: status !== 'upcoming', isEnded: status === 'ended', isClosed };
  return { rows, auctionId, nowMs, ...phase, bidders: settings.bidders };
}

/**
 * Like `beginChange`, for changes that are allowed before the start only (docs/rules.md#auction-settings).
 * @throws Refused not_found, auction_has_started
 */
export async function beginChangeBeforeStart(rows: RoomRows, id: string): Promise<Change> {
  const change = await beginChange(rows, id);
  if (change.isStarted) throw new Refused('auction_has_started');
  return change;
}

/**
 * Writes a `changed` line, so that every room reads the auction again. Before the start, also cancels initial bids
 * whose item or bidder is gone, or that break the new rules. Returns the cancelled bids. Runs in the transaction of the
 * change. If the auction was closed while the change waited for the lock, writes nothing, because no line may follow
 * the last line of the record. Do not call this function directly: call `settleEdit`, which asks for confirmation
 * first, or `settleAndTell`. These functions also inform the bidders.
 */
export async function settleChange(
  { rows, ...change }: Change,
  userId: string,
  by: HistoryLine['by'] = 'admin',
): Promise<readonly CancelledBid[]> {
  if (change.isClosed) return [];
  // The line gets the time at which the change was judged. A new reading of the clock could be after the start.
  await writeEvent(rows, change.auctionId, 'changed', userId, { by, at: new Date(change.nowMs) });
  if (change.isStarted) return [];
  const room = await loadSealedRoom(rows, change.auctionId);
  if (!room) return [];
  const everyone = new Map<string, RoomBidder>([...change.bidders, ...room.settings.bidders]);
  const cancelled = cancelInvalidBids(room, everyone, change.nowMs);
  const lines = cancelled.map(({ line }) => line);
  if (lines.length > 0) await rows.write(lines, []);
  return cancelled;
}

/** Returns the initial bids of an upcoming auction that this transaction's changes would cancel. Writes nothing. */
export async function previewChange(rows: RoomRows, auctionId: AuctionId): Promise<readonly CancelledBid[]> {
  const room = await loadSealedRoom(rows, auctionId);
  return room ? cancelInvalidBids(room, room.settings.bidders, await rows.nowMs()) : [];
}

/** A sealed bid that a change cancels. */
export type CancelledBid = {
  readonly bid: Bid;
  readonly bidder: RoomBidder;
  readonly cause: CancellationCause;
};

/** A cancelled bid with the line of the history that cancels it. */
type CancelledByLine = CancelledBid & { readonly line: NewLine };

/**
 * Cancels bids after the settings, an item or a bidder changed before the start: the bids whose item or bidder is gone,
 * and those that break the new rules. `state` has the new settings; `bidders` also contains the removed bidders.
 */
export function cancelInvalidBids(
  state: RoomState,
  bidders: ReadonlyMap<string, RoomBidder>,
  nowMs: number,
): readonly CancelledByLine[] {
  const cancelled: CancelledByLine[] = [];
  const inOrder = [...state.bids.values()].filter((bid) => !bid.isDeleted).toSorted((a, b) => a.tieSeq - b.tieSeq);
  const keptOf = new Map<BidderId, Bid[]>();
  for (const bid of inOrder) {
    const bidder = bidders.get(bid.bidderId);
    if (!bidder) continue;
    const kept = keptOf.get(bid.bidderId) ?? [];
    const cause = causeNow(state, bidder, bid, kept);
    if (cause) {
      const by = { by: 'system', reason: 'no_longer_fits', userId: bidder.userId } as const;
      cancelled.push({ line: addLine(state, bidder, endOf(bid, 'cancelled'), nowMs, by), bid, bidder, cause });
    } else keptOf.set(bid.bidderId, [...kept, bid]);
  }
  return cancelled;
}

/** Returns why a bid must be cancelled, or undefined if it may stay. `own`: the bids of the same bidder that stay. */
function causeNow(state: RoomState, bidder: RoomBidder, bid: Bid, own: readonly Bid[]): CancellationCause | undefined {
  if (!state.settings.bidders.has(bid.bidderId)) return { code: 'bidder_removed' };
  if (bidder.mustAcceptSettlement) return { code: 'settlement_terms_changed' };
  const item = state.settings.items.get(bid.itemId);
  if (!item) return { code: 'item_deleted' };
  if (bid.allowsPartial && !item.partialFulfillment) return { code: 'partial_not_offered' };
  const verdict = judgeBid(
    { ...bid, price: decimalOfCents(bid.priceCents) },
    {
      phase: 'initial',
      isAdmin: bid.byAdmin,
      item,
      terms: state.settings.terms,
      maximumQuantity: bidder.maximumQuantity,
      otherQuantity: own.reduce((sum, other) => sum + other.quantity, 0),
      otherBidsOnItem: own.filter((other) => other.itemId === bid.itemId),
      market: { ranking: undefined, isAnswerable: true },
    },
  );
  return verdict.ok ? undefined : Object.values(verdict.fields)[0];
}
