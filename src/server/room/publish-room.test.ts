import { expect, test } from 'vitest';
import type { FromRoom } from '#contract/bidding/room.ts';
import type { AuctionId } from '#domain/basics/ids.ts';
import { nodeTimers } from '#server/platform/runtime/timers.ts';
import { createPublisher } from '#server/room/publish-room.ts';
import { aRoomState } from '#testing/builders/room-state-builders.ts';

const AUCTION = 'auction' as AuctionId;

test('opens sealed bids by the database’s clock, never by the process’s own', () => {
  const told: FromRoom[] = [];
  const clock = { nowMs: () => 1_003 };
  const sockets = {
    broadcast: (_: string, message: FromRoom) => void told.push(message),
    isHeard: () => true,
    end: () => undefined,
    endReaders: () => undefined,
    restart: () => undefined,
  };
  const publisher = createPublisher(AUCTION, { clock, timers: nodeTimers, sockets, onBids: () => undefined });
  const room = aRoomState({ auctionId: AUCTION });
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
