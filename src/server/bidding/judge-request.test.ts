import { expect, test } from 'vitest';
import type { AuctionId, BidderId, ItemId } from '#domain/basics/ids.ts';
import { FIRST_HASH } from '#domain/bidding/history.ts';
import { judgeRequest, type RoomRequest } from '#server/bidding/judge-request.ts';
import { createRoomState, type RoomBidder, type RoomState } from '#server/bidding/room-state.ts';
import { anItem, someTerms } from '#testing/builders.ts';

const START = Date.parse('2026-03-04T05:00:00.000Z');
const END = Date.parse('2026-03-04T06:00:00.000Z');

function aRoom(): RoomState {
  const bidder: RoomBidder = {
    bidderId: 'bidder' as BidderId,
    userId: 'user',
    username: 'user',
    accountId: 'account',
    companyName: 'Company',
    alias: 'Bidder 1',
    maximumQuantity: 1_000,
  };
  const settings = {
    auctionId: 'auction' as AuctionId,
    ownerAccountId: 'owner',
    terms: someTerms(),
    fees: { sellerFeeHundredths: 0, buyerFeeHundredths: 0 },
    items: new Map([['item' as ItemId, anItem()]]),
    bidders: new Map([[bidder.bidderId, bidder]]),
    bidderOfUser: new Map([[bidder.userId, bidder]]),
  };
  const times = { startsAtMs: START, endsAtMs: END, auctionEndsAtMs: END, closedAtMs: null };
  return createRoomState(settings, times, FIRST_HASH);
}

const aRequest = (price: number): RoomRequest => ({
  userId: 'user',
  activeAccountIds: ['account'],
  type: 'place',
  entry: 'live',
  bids: [{ auctionItemId: 'item', price, quantity: 10, bidderPartialFulfillment: true }],
});

const timesOf = (state: RoomState, requests: readonly [number, number][]): string[] =>
  requests.flatMap(([price, receivedAtMs]) =>
    judgeRequest(state, aRequest(price), receivedAtMs).lines.map(({ line }) => `${line.kind} ${line.at}`),
  );

test('an in-time bid that is judged after a late one, as another process may, keeps its own time', () => {
  const requests: [number, number][] = [
    [10, END + 40],
    [10.1, END - 20],
  ];
  expect(timesOf(aRoom(), requests)).toEqual([
    'refusedLate 2026-03-04T06:00:00.040Z',
    'placed 2026-03-04T05:59:59.980Z',
  ]);
});

test('bids are never earlier than the one before them: their order in time is that of their commits', () => {
  const requests: [number, number][] = [
    [10, END - 20],
    [10.1, END - 40],
  ];
  expect(timesOf(aRoom(), requests)).toEqual(['placed 2026-03-04T05:59:59.980Z', 'placed 2026-03-04T05:59:59.980Z']);
});
