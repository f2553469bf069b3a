import type { AuctionId } from '#domain/basics/ids.ts';
import { NO_SOCKETS } from '#testing/world/quiet-parts.ts';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FromRoom } from '#contract/bidding/room.ts';
import { createRooms } from '#server/room/rooms.ts';
import type { RoomStore } from '#server/room/store/room-store.ts';
import { roomStore } from '#server/room/store/sql-room-store.ts';
import { nodeTimers } from '#server/platform/runtime/timers.ts';
import { freshDatabase, type FreshDatabase } from '#testing/world/database.ts';
import { insertAuction, insertPerson } from '#testing/builders/records.ts';

const MINUTE_MS = 60_000;
/** The interval of all periodic tasks of rooms in this test, in milliseconds. */
const OFTEN_MS = 20;

let fresh: FreshDatabase;
beforeAll(async () => (fresh = await freshDatabase()));
afterAll(() => fresh.database.close());

test('a room with a listener is kept, even without messages: its bids are shown at the start', async () => {
  const { db } = fresh.database;
  const [owner, bidder, admin] = [await insertPerson(db), await insertPerson(db), await insertPerson(db)];
  const startsIn = 20 * 60;
  const { auctionId } = await insertAuction(db, {
    ownerAccountId: owner.accountId,
    createdBy: admin.userId,
    bidders: [{ person: bidder }],
    startsIn,
    endsIn: startsIn + 60,
  });
  const told: FromRoom[] = [];
  let nowMs = Date.now();
  // The database's clock decides when sealed bids are opened, so this store's clock follows the test's clock.
  const store = roomStore(fresh.database);
  const peek: RoomStore['peek'] = async (id) => {
    const now = await store.peek(id);
    return now && { ...now, times: { ...now.times, readAtMs: nowMs } };
  };
  const rooms = await createRooms({
    store: { ...store, peek },
    clock: { nowMs: () => nowMs },
    timers: { ...nodeTimers, every: (_, act) => nodeTimers.every(OFTEN_MS, act) },
    sockets: {
      broadcast: (_, message) => void told.push(message),
      isHeard: () => true,
      end: () => undefined,
      endReaders: () => undefined,
      restart: () => undefined,
    },
  });
  await rooms.read(auctionId, () => undefined);
  nowMs += 11 * MINUTE_MS;
  // Waits until the check for idle rooms has run.
  await pause(10 * OFTEN_MS);
  nowMs += 10 * MINUTE_MS;
  await expect.poll(() => told.length).toBeGreaterThan(0);
  rooms.close();
});

test('counts a wake-up that cannot be sent', async () => {
  const store = roomStore(fresh.database);
  const notify = () => Promise.reject(new Error('the database is away'));
  const rooms = await createRooms({
    store: { ...store, isOpenToOthers: true, notify },
    clock: { nowMs: Date.now },
    timers: nodeTimers,
    sockets: NO_SOCKETS,
  });
  rooms.wake(crypto.randomUUID() as AuctionId);
  await expect.poll(() => rooms.figures()).toEqual({ rooms: 0, waiting: 0, retries: 1 });
  rooms.close();
});
