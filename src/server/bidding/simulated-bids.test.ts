import { expect, test } from 'vitest';
import type { AuctionId, BidderId, ItemId } from '#domain/basics/ids.ts';
import type { BiddingItem } from '#domain/bidding/bid.ts';
import { FIRST_HASH } from '#domain/bidding/history.ts';
import { asBidder, judgeRequest } from '#server/bidding/judge-request.ts';
import { createRoomState, type RoomBidder } from '#server/bidding/room-state.ts';
import { openingBids } from '#server/bidding/simulated-bids.ts';
import { anItem, someTerms } from '#testing/builders.ts';

const START_MS = 1_000;
const LIVE_MS = 2_000;

const aBidder = (name: string): RoomBidder => ({
  bidderId: name as BidderId,
  userId: name,
  username: name,
  accountId: name,
  companyName: name,
  alias: name,
  maximumQuantity: 1_000,
  mustAcceptTerms: false,
  isRelatedToOwner: false,
});
const [early, newcomer] = [aBidder('early'), aBidder('newcomer')];

/** Live, with a bid for all of the only item at this price. */
function aRoom(change: Partial<BiddingItem>, price: number) {
  const item = anItem({ itemId: 'item' as ItemId, partialFulfillment: false, ...change });
  const settings = {
    auctionId: 'auction' as AuctionId,
    ownerAccountId: 'owner',
    terms: someTerms(),
    fees: { sellerFeeHundredths: 0, buyerFeeHundredths: 0 },
    softClose: null,
    items: new Map([[item.itemId, item]]),
    bidders: new Map([early, newcomer].map((one) => [one.bidderId, one])),
    bidderOfUser: new Map([early, newcomer].map((one) => [one.userId, one])),
  };
  const times = { startsAtMs: START_MS, endsAtMs: 5_000, auctionEndsAtMs: 5_000, readAtMs: LIVE_MS };
  const nothingDone = { closedAtMs: null, pausedAtMs: null, annulledAtMs: null };
  const state = createRoomState(settings, { ...times, ...nothingDone }, FIRST_HASH);
  const bid = { auctionItemId: item.itemId, price, quantity: item.quantity, bidderPartialFulfillment: false };
  const placed = judgeRequest(state, { ...asBidder(early), type: 'place', entry: 'live', bids: [bid] }, LIVE_MS);
  expect(placed.ok).toBe(true);
  return state;
}

test('who comes late to a rehearsal bids what wins, however far the others have gone', () => {
  const room = aRoom({}, 500);
  const request = openingBids(room, newcomer, 'live');
  expect(request && judgeRequest(room, request, LIVE_MS).ok).toBe(true);
});

test('where nothing can be won any more it bids nothing', () => {
  expect(openingBids(aRoom({ maximumBidPriceCents: 500 }, 5), newcomer, 'live')).toBeUndefined();
});

test('sealed bids keep within the bounds of the item, however near they are to each other', () => {
  const room = aRoom({ maximumBidPriceCents: 110 }, 1);
  for (let turn = 0; turn < 30; turn += 1) {
    const request = openingBids(room, newcomer, 'initial');
    const [bid] = request?.type === 'place' ? request.bids : [];
    expect(bid?.price).toBeLessThanOrEqual(1.1);
  }
});
