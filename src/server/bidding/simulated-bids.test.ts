import { expect, test } from 'vitest';
import type { BiddingItem } from '#domain/bidding/bid.ts';
import { openingBids } from '#server/bidding/simulated-bids.ts';
import { asBidder, judgeRequest } from '#server/room/judging/judge-request.ts';
import { anItem } from '#testing/builders/builders.ts';
import { aRoomBidder, aRoomState } from '#testing/builders/room-state-builders.ts';

const LIVE_MS = 2_000;

const [early, newcomer] = [aRoomBidder('early'), aRoomBidder('newcomer')];

/** Returns a live room with one item, and with a bid at this price for the whole item. */
function aRoom(change: Partial<BiddingItem>, price: number) {
  const item = anItem({ partialFulfillment: false, ...change });
  const state = aRoomState({ items: [item], bidders: [early, newcomer], times: { readAtMs: LIVE_MS } });
  const bid = { auctionItemId: item.itemId, price, quantity: item.quantity, bidderPartialFulfillment: false };
  const placed = judgeRequest(state, { ...asBidder(early), type: 'place', entry: 'live', bids: [bid] }, LIVE_MS);
  expect(placed.ok).toBe(true);
  return state;
}

test('a simulated bidder that joins a rehearsal late places a winning bid, however far the others are', () => {
  const room = aRoom({}, 500);
  const request = openingBids(room, newcomer, 'live');
  expect(request && judgeRequest(room, request, LIVE_MS).ok).toBe(true);
});

test('places no bid where nothing can be won anymore', () => {
  expect(openingBids(aRoom({ maximumBidPriceCents: 500 }, 5), newcomer, 'live')).toBeUndefined();
});

test('sealed bids stay within the price limits of the item, however narrow these are', () => {
  const room = aRoom({ maximumBidPriceCents: 110 }, 1);
  for (let turn = 0; turn < 30; turn += 1) {
    const request = openingBids(room, newcomer, 'initial');
    const [bid] = request?.type === 'place' ? request.bids : [];
    expect(bid?.price).toBeLessThanOrEqual(1.1);
  }
});
