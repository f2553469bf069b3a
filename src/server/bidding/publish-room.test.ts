import { expect, test } from 'vitest';
import type { FromRoom } from '#contract/room.ts';
import type { AuctionId } from '#domain/basics/ids.ts';
import { FIRST_HASH } from '#domain/bidding/history.ts';
import { createPublisher } from '#server/bidding/publish-room.ts';
import { createRoomState } from '#server/bidding/room-state.ts';
import { nodeTimers } from '#server/platform/timers.ts';
import { someTerms } from '#testing/builders.ts';

const AUCTION = 'auction' as AuctionId;

const aRoom = () => {
  const settings = {
    auctionId: AUCTION,
    ownerAccountId: 'owner',
    terms: someTerms(),
    fees: { sellerFeeHundredths: 0, buyerFeeHundredths: 0 },
    softClose: null,
    items: new Map(),
    bidders: new Map(),
    bidderOfUser: new Map(),
  };
  const ends = { endsAtMs: 5_000, auctionEndsAtMs: 5_000, closedAtMs: null, pausedAtMs: null, annulledAtMs: null };
  return createRoomState(settings, { startsAtMs: 1_000, ...ends, readAtMs: 0 }, FIRST_HASH);
};

test('sealed bids are opened by the database’s clock, never by this process’s own', () => {
  const told: FromRoom[] = [];
  const clock = { nowMs: () => 1_003 };
  const sockets = {
    broadcast: (_: string, message: FromRoom) => void told.push(message),
    isHeard: () => true,
    end: () => undefined,
    endReaders: () => undefined,
  };
  const publisher = createPublisher(AUCTION, { clock, timers: nodeTimers, sockets, onBids: () => undefined });
  const room = aRoom();
  publisher.moved(room);
  expect(publisher.isUnsealDue()).toBe(true);
  room.times = { ...room.times, readAtMs: 999 };
  publisher.unseal(room);
  expect(told).toEqual([]);
  room.times = { ...room.times, readAtMs: 1_000 };
  publisher.unseal(room);
  publisher.unseal(room);
  expect(told.map((message) => 'kind' in message && message.kind)).toEqual(['snapshot']);
});
