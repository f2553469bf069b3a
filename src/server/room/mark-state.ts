import type { BidderId, BidId } from '#domain/basics/ids.ts';
import { linesOfBidder, putBid, type RoomState } from '#server/room/room-state.ts';

/** Saves the state before a bidder's lines are tried. The returned function undoes the lines. */
export function markState(state: RoomState, bidderId: BidderId, touched: readonly BidId[]): () => void {
  const { version, lastHash, lastBidAtMs } = state;
  const [touchedBefore, linksBefore] = [state.touched.length, state.links.length];
  const { numbers, lastAtMs } = linesOfBidder(state, bidderId);
  const linesBefore = numbers.length;
  const before = touched.map((bidId) => [bidId, state.bids.get(bidId)] as const);
  return () => {
    state.touched.length = touchedBefore;
    state.links.length = linksBefore;
    state.epochs.length = version + 1;
    const own = state.linesOf.get(bidderId);
    if (own) {
      own.numbers.length = linesBefore;
      own.lastAtMs = lastAtMs;
    }
    Object.assign(state, { version, lastHash, lastBidAtMs });
    for (const [bidId, bid] of before) {
      removeBid(state, bidId);
      if (bid) putBid(state, bid);
    }
  };
}

function removeBid(state: RoomState, bidId: BidId): void {
  const bid = state.bids.get(bidId);
  if (!bid) return;
  state.bids.delete(bidId);
  state.standings.get(bid.itemId)?.removeBid(bidId);
  state.standingOf.get(bid.bidderId)?.delete(bidId);
}
