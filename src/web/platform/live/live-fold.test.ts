import { describe, expect, it } from 'vitest';
import type { RoomBid } from '#contract/bidding/bidding.ts';
import type { RoomDelta, RoomSnapshot } from '#contract/bidding/room.ts';
import { NOTHING_DONE } from '#testing/builders/room-builders.ts';
import { EMPTY_LIVE, foldAnsweredBids, foldLive } from '#web/platform/live/live-fold.ts';

const NOW = '2026-03-04T05:06:07.000Z';
const TIMES = { startTime: NOW, endTime: NOW, auctionEndTime: NOW, isClosed: false, ...NOTHING_DONE };
const ROOM = { event: 'LiveAuctions', auctionId: 'a', epoch: '0a1b2c3d', now: NOW, times: TIMES } as const;

const aBid = (bidId: string, seq: number, bidValue = 10): RoomBid => ({
  bidId,
  auctionItemId: 'i',
  bidderId: 'b',
  bidderUserName: 'Bidder 1',
  bidValue,
  bidRECQuantity: 5,
  bidderPartialFulfillment: true,
  minimumAcceptable: null,
  updatedTime: NOW,
  tieSeq: seq,
  seq,
  isDeleted: false,
  byAdmin: false,
});
const snapshot = (version: number, ...bids: RoomBid[]): RoomSnapshot => ({ ...ROOM, kind: 'snapshot', version, bids });
const delta = (from: number, version: number, ...bids: RoomBid[]): RoomDelta => ({
  ...ROOM,
  kind: 'delta',
  from,
  version,
  bids,
});

const start = foldLive(EMPTY_LIVE, snapshot(3, aBid('x', 3))).state;

describe('a live page', () => {
  it('requests the room when a change comes before any snapshot', () => {
    expect(foldLive(EMPTY_LIVE, delta(3, 4))).toEqual({ state: EMPTY_LIVE, gap: true });
  });
  it('applies changes in order', () => {
    const { state, gap } = foldLive(start, delta(3, 4, aBid('y', 4)));
    expect(gap).toBe(false);
    expect([state.room?.version, state.room?.bids.size]).toEqual([4, 2]);
  });
  it('skips a change that starts after a gap, and reports it', () => {
    const { state, gap } = foldLive(start, delta(5, 6, aBid('y', 6)));
    expect(gap).toBe(true);
    expect([state.room?.version, state.room?.bids.size]).toEqual([3, 1]);
  });
  it('closes the gap with the answer to its request, and accepts repeats without harm', () => {
    const { state } = foldLive(start, delta(3, 6, aBid('x', 5, 11), aBid('y', 6)));
    const repeated = foldLive(state, delta(4, 5, aBid('x', 5, 11)));
    expect(repeated).toEqual({ state, gap: false });
    expect(state.room?.bids.get('x')?.bidValue).toBe(11);
  });
  it('shows a bid from an answer, which the room’s older message does not undo', () => {
    const answered = foldAnsweredBids(start, [aBid('x', 5, 12)]);
    expect(answered.room?.version).toBe(3);
    const { state } = foldLive(answered, delta(3, 4, aBid('x', 4, 11)));
    expect(state.room?.bids.get('x')?.bidValue).toBe(12);
  });
  it('learns of the result from its event, or from a closed room', () => {
    expect(foldLive(start, { event: 'AuctionResult', auctionId: 'a', version: 9, now: NOW }).state.isResultReady).toBe(
      true,
    );
    const closed = { ...delta(3, 4), times: { ...TIMES, isClosed: true } };
    expect(foldLive(start, closed).state.isResultReady).toBe(true);
  });
  it('replaces the room with one of another history, and tells which bids are lost', () => {
    const at = '2026-03-04T05:06:09.000Z';
    const kept = { ...aBid('y', 4), updatedTime: at };
    const shown = foldLive(start, delta(3, 6, kept, aBid('x', 5, 11), aBid('z', 6))).state;
    const newer = { ...aBid('w', 5), updatedTime: '2026-03-04T05:07:00.000Z' };
    const other: RoomSnapshot = { ...snapshot(5, aBid('x', 3), kept, newer), isOtherHistory: true };
    const { state } = foldLive(shown, other);
    expect(state.room?.version).toBe(5);
    expect([...(state.room?.bids.values() ?? [])]).toEqual(other.bids);
    expect(state.wentBack?.to).toBe(at);
    expect(state.wentBack?.lost.map(({ bidId, bidValue }) => [bidId, bidValue])).toEqual([
      ['x', 11],
      ['z', 10],
    ]);
    // A repeated request is answered twice.
    expect(foldLive(state, other).state.wentBack).toBe(state.wentBack);
  });
  it('takes an older snapshot of the same history for a repeat', () => {
    expect(foldLive(start, snapshot(2)).state.room).toBe(start.room);
  });
  it('counts changes of the lists', () => {
    expect(foldLive(start, { event: 'LiveAuctions', kind: 'listChanged' }).state.listChanges).toBe(1);
  });
});
