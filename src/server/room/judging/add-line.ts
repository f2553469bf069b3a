import type { ConductKind } from '#domain/auction/conduct.ts';
import type { HistoryLine } from '#domain/bidding/history.ts';
import type { BidId } from '#domain/basics/ids.ts';
import type { Bid } from '#domain/bidding/bid.ts';
import type { Actor, Change, Columns } from '#server/platform/http/audit.ts';
import { applyLine, type RoomState, lineTime, type RoomBidder } from '#server/room/room-state.ts';
import { type NewLine, columnsOfTimes } from '#server/room/store/write-lines.ts';
import { ABOUT_NO_BID } from '#server/room/store/write-event.ts';

/** Adds the next line about an auction control, and applies the line and its new times to `state`. */
export function addConduct(
  state: RoomState,
  conduct: {
    readonly kind: ConductKind;
    readonly atMs: number;
    readonly untilMs: number | null;
    readonly by: HistoryLine['by'];
    readonly reason: string;
    readonly userId: string | null;
    readonly actor?: Actor | undefined;
  },
): NewLine {
  const line: HistoryLine = {
    ...ABOUT_NO_BID,
    seq: state.version + 1,
    kind: conduct.kind,
    at: new Date(conduct.atMs).toISOString(),
    by: conduct.by,
    reason: conduct.reason,
    until: conduct.untilMs === null ? null : new Date(conduct.untilMs).toISOString(),
  };
  const { auctionId } = state.settings;
  const [before, timesBefore] = [state.lastHash, columnsOfTimes(state.times)];
  const hash = applyLine(state, line);
  const change = { table: 'auction', id: auctionId, before: timesBefore, after: columnsOfTimes(state.times) };
  const act = conduct.actor && { actor: conduct.actor, change };
  return { auctionId, line, before, hash, actingUserId: conduct.userId, times: state.times, ...(act && { act }) };
}

/** The author and the reason of a line. `userId` is the acting user, or null if the bidder acts. */
export type By = Pick<HistoryLine, 'by' | 'reason'> & {
  readonly userId: string | null;
  /** The reason that an administrator typed. It goes to the audit trail only, because rivals read the history. */
  readonly typedReason?: string;
  readonly actor?: Actor | undefined;
  /** The bidder's API key, if the request came through one. */
  readonly apiKeyId?: string | undefined;
};
export const BY_BIDDER: By = { by: 'bidder', reason: null, userId: null };

type BidLine = Pick<
  HistoryLine,
  'kind' | 'bidId' | 'itemId' | 'priceCents' | 'quantity' | 'allowsPartial' | 'minimumAcceptable'
>;

/** Adds the next line about a bid and applies it. */
export function addLine(
  state: RoomState,
  bidder: RoomBidder,
  bid: BidLine,
  receivedAtMs: number,
  by: By = BY_BIDDER,
): NewLine {
  const atMs = lineTime(state, receivedAtMs);
  const line: HistoryLine = {
    seq: state.version + 1,
    at: new Date(atMs).toISOString(),
    ...bid,
    bidderId: bidder.bidderId,
    alias: bidder.alias,
    by: by.by,
    reason: by.reason,
    until: null,
  };
  const { auctionId } = state.settings;
  const { actor, typedReason } = by;
  const act = actor && { actor, typedReason, change: changeOfBid(line, state.bids) };
  const before = state.lastHash;
  const hash = applyLine(state, line);
  const isSealed = bid.bidId !== null && atMs < state.times.startsAtMs;
  return {
    auctionId,
    line,
    before,
    hash,
    actingUserId: by.userId,
    apiKeyId: by.apiKeyId,
    isSealed,
    ...(act && { act }),
  };
}

/** Returns the content of the line that withdraws or cancels a bid. The line repeats the bid's values. */
export const endOf = (bid: Bid, kind: 'withdrawn' | 'cancelled'): BidLine => ({
  kind,
  bidId: bid.bidId,
  itemId: bid.itemId,
  priceCents: bid.priceCents,
  quantity: bid.quantity,
  allowsPartial: bid.allowsPartial,
  minimumAcceptable: bid.minimumAcceptable,
});

/**
 * Returns the values of a bid before and after a line, for the audit trail, or null for a refused late bid. Call it
 * before the line is applied to `bids`.
 */
function changeOfBid(line: HistoryLine, bids: ReadonlyMap<BidId, Bid>): Change | null {
  if (line.bidId === null) return null;
  const present = bids.get(line.bidId);
  const before = present && !present.isDeleted ? columnsOf(present) : null;
  return { table: 'bid', id: line.bidId, before, after: line.kind === 'cancelled' ? null : columnsOf(line) };
}

const columnsOf = (bid: Bid | HistoryLine): Columns => ({
  bidder_id: bid.bidderId,
  item_id: bid.itemId,
  price_cents: bid.priceCents,
  quantity: bid.quantity,
  allows_partial: bid.allowsPartial,
  minimum_acceptable: bid.minimumAcceptable,
});
