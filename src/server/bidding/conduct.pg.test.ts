import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getAuctionAsAdmin } from '#contract/auction/auction.ts';
import { placeBid } from '#contract/bidding/bidding.ts';
import { annulAuction, pauseAuction, resumeAuction } from '#contract/bidding/conduct.ts';
import { getRoomTokenAsAdmin } from '#contract/bidding/room.ts';
import { CLOSING_PERIOD_MS } from '#domain/auction/status.ts';
import { insertAuction, moveAuctionAndTell, type TestAuction } from '#testing/builders/records.ts';
import type { RoomReader } from '#testing/readers/room-reader.ts';
import { callProcess, readRoomAt } from '#testing/world/process-calls.ts';
import { startServer, type ServerProcess } from '#testing/world/server-process.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

/**
 * Auction controls in one process take effect in the other one: in its room, its closing and its lists
 * (docs/rules.md#conducting-an-auction, docs/rules.md#realtime).
 */
let w: World;
let one: ServerProcess;
let other: ServerProcess;
let admin: SignedIn;
let owner: SignedIn;
let bidders: SignedIn[];

beforeAll(async () => {
  w = await world();
  const settings = { DATABASE_URL: w.url ?? '', PUBLIC_URL: 'http://greenlot.test' };
  [one, other] = await Promise.all([startServer(settings), startServer(settings)]);
  admin = await w.signedIn({ role: 'Admin' });
  [owner, ...bidders] = await Promise.all([w.signedIn(), w.signedIn(), w.signedIn()]);
});
afterAll(async () => {
  await Promise.all([one, other].map((server) => server.kill()));
  await w.end();
});

const place = (
  server: ServerProcess,
  who: SignedIn | undefined,
  { auctionId, itemIds }: TestAuction,
  price: number,
) => {
  const body = { auctionItemId: itemIds[0], price, quantity: 100, bidderPartialFulfillment: false };
  return callProcess(server, who ?? admin, placeBid, { params: { id: auctionId }, body });
};

async function openReader(server: ServerProcess, { auctionId }: TestAuction): Promise<RoomReader> {
  const { data } = await callProcess(server, admin, getRoomTokenAsAdmin, { params: { id: auctionId } });
  return readRoomAt(server, data);
}

test('an end that soft close moves in one process holds in the other, whose closing waits for it', async () => {
  const auction = await insertAuction(w.database.db, {
    ownerAccountId: owner.accountId,
    createdBy: admin.userId,
    softClose: { minutes: 1, maximum: 1 },
    items: [{ quantity: 100 }],
    bidders: bidders.map((person) => ({ person })),
  });
  const { auctionId } = auction;
  const params = { id: auctionId };
  const readers = await Promise.all([one, other].map((server) => openReader(server, auction)));
  await moveAuctionAndTell(w.database.db, auctionId, { startsIn: -60, endsIn: 5 });
  const placed = await place(one, bidders[0], auction, 5);
  const until = new Date(Date.parse(placed.data.receivedAt) + 60_000).toISOString();
  for (const reader of readers) {
    const { times } = await reader.reached(placed.data.version + 1);
    expect(times).toMatchObject({ auctionEndTime: until, extensions: 1, isClosed: false, conduct: { by: 'system' } });
  }
  // The old end and its closing period pass: no process closes the auction, and the other process accepts a bid.
  await pause(5_000 + CLOSING_PERIOD_MS + 500);
  const late = await place(other, bidders[1], auction, 6);
  expect(late.code).toBe('Success');
  const seen = await callProcess(other, admin, getAuctionAsAdmin, { params });
  // Soft close has moved the end by one minute, which is the maximum in total.
  const { latestEndTime } = seen.data;
  expect(seen.data).toMatchObject({ status: 'live', isClosed: false, extensions: 2, auctionEndTime: latestEndTime });
  const rooms = await Promise.all(readers.map((reader) => reader.reached(late.data.version + 1)));
  expect(rooms[0]).toEqual(rooms[1]);
  for (const reader of readers) reader.close();
});

test('a pause in one process stops bids in the other, and resuming there gives both the same end', async () => {
  const auction = await insertAuction(w.database.db, {
    ownerAccountId: owner.accountId,
    createdBy: admin.userId,
    items: [{ quantity: 100 }],
    bidders: bidders.map((person) => ({ person })),
  });
  const { auctionId } = auction;
  const params = { id: auctionId };
  const body = { reason: 'the readings are checked' };
  const readers = await Promise.all([one, other].map((server) => openReader(server, auction)));
  await place(other, bidders[0], auction, 5);
  await moveAuctionAndTell(w.database.db, auctionId, { startsIn: -60, endsIn: 5 });
  const paused = (await callProcess(one, admin, pauseAuction, { params, body })).data;
  expect((await place(other, bidders[1], auction, 6)).code).toBe('auction_paused');
  // Waits until the end that applied before the pause is over. Neither process may close the auction.
  await pause(5_000 + CLOSING_PERIOD_MS + 500);
  expect((await callProcess(other, admin, getAuctionAsAdmin, { params })).data).toMatchObject({
    isClosed: false,
    status: 'live',
  });
  const resumed = (await callProcess(other, admin, resumeAuction, { params, body })).data;
  const rooms = await Promise.all(readers.map((reader) => reader.reached(resumed.version)));
  expect(rooms[0]).toEqual(rooms[1]);
  expect(rooms[0]?.times).toMatchObject({ auctionEndTime: resumed.auctionEndTime, pausedAt: null, conduct: body });
  const leftMs = Date.parse(paused.auctionEndTime) - Date.parse(paused.pausedAt ?? '');
  expect(Date.parse(resumed.auctionEndTime) - Date.parse(resumed.conduct?.at ?? '')).toBe(leftMs);

  // Before the end, the first process annuls the auction that the other one resumed. All readers get the result.
  await callProcess(one, admin, annulAuction, { params, body });
  await Promise.all(readers.map((reader) => reader.ended()));
  for (const reader of readers) {
    expect(reader.room()?.times).toMatchObject({ isClosed: true, conduct: { kind: 'annulled' } });
    reader.close();
  }
});
