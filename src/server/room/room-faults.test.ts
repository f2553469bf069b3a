import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cancelBid, placeBid, placeInitialBids, withdrawBid } from '#contract/bidding/bidding.ts';
import { createRoomMemory } from '#server/room/store/room-memory.ts';
import type { RoomRows } from '#server/room/store/room-store.ts';
import { roomRows } from '#server/room/store/sql-room-store.ts';
import { writeEvent } from '#server/room/store/write-event.ts';
import { insertAuction, type AuctionOptions, type TestAuction } from '#testing/builders/records.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

let w: World;
let admin: SignedIn;
let owner: SignedIn;
let anna: SignedIn;
let bo: SignedIn;

beforeAll(async () => {
  w = await world();
  admin = await w.signedIn({ role: 'Admin' });
  [owner, anna, bo] = await Promise.all([w.signedIn(), w.signedIn(), w.signedIn()]);
});
afterAll(() => w.end());

const anAuction = (wish: Partial<AuctionOptions> = {}): Promise<TestAuction> =>
  insertAuction(w.database.db, {
    ownerAccountId: owner.accountId,
    createdBy: admin.userId,
    bidders: [{ person: anna }, { person: bo }],
    ...wish,
  });

const offerOf = ({ itemIds }: TestAuction, price: number) => ({
  auctionItemId: itemIds[0] ?? '',
  price,
  quantity: 100,
  bidderPartialFulfillment: false,
});

const place = (who: SignedIn, auction: TestAuction, price: number, id: string = auction.auctionId) =>
  w.call(who, placeBid, { params: { id }, body: offerOf(auction, price) });

test('a request that no column can hold fails alone, whatever else its batch contains', async () => {
  const auction = await anAuction();
  const first = await place(anna, auction, 5);
  const params = { id: auction.auctionId, bidId: first.data.bids[0]?.bidId ?? '' };
  // Many rounds, because chance decides which requests share a batch.
  for (let round = 0; round < 5; round += 1) {
    const [spoilt, ...others] = await Promise.all([
      w.call(admin, cancelBid, { params, body: { reason: 'no text holds \0' } }),
      ...[anna, bo].map((who) => place(who, auction, 6 + round)),
    ]);
    expect(spoilt?.code).toBe('invalid_request');
    for (const { code } of others) expect(['Success', 'maximum_bids_reached']).toContain(code);
  }
});

test('a read that overlaps a change of settings does not pass for the newer version', async () => {
  const { auctionId } = await anAuction();
  const { db } = w.database;
  const plain = roomRows(db);
  const change = async () => {
    await sql`update auction_item set maximum_bid_price_cents = 400 where auction_id = ${auctionId}`.execute(db);
    await db
      .transaction()
      .execute((transaction) => writeEvent(roomRows(transaction), auctionId, 'changed', admin.userId));
  };
  const changing: RoomRows = {
    ...plain,
    async settings(id) {
      const read = await plain.settings(id);
      await change();
      return read;
    },
  };
  const memory = createRoomMemory(auctionId);
  const catchUp = async (rows: RoomRows) => {
    const now = await rows.peek(auctionId);
    return now && memory.catchUp(rows, now);
  };
  await catchUp(changing);
  const state = await catchUp(plain);
  expect([...(state?.settings.items.values() ?? [])].map((item) => item.maximumBidPriceCents)).toEqual([400]);
});

test('a bid that ended before a start that was moved stays hidden if both are learned together', async () => {
  const auction = await anAuction({ startsIn: 600 });
  const params = { id: auction.auctionId };
  const body = { bids: [offerOf(auction, 5)] };
  const { data } = await w.call(anna, placeInitialBids, { params, body });
  const plain = roomRows(w.database.db);
  const startingEarlier: RoomRows = {
    ...plain,
    async peek(id) {
      const now = await plain.peek(id);
      return now && { ...now, times: { ...now.times, startsAtMs: 0 } };
    },
  };
  const memory = createRoomMemory(auction.auctionId);
  const catchUp = async (rows: RoomRows) => {
    const now = await rows.peek(auction.auctionId);
    return now && memory.catchUp(rows, now);
  };
  await catchUp(startingEarlier);
  await w.call(anna, withdrawBid, { params: { ...params, bidId: data.bids[0]?.bidId ?? '' } });
  const state = await catchUp(plain);
  expect(state?.lastSealedEnd).toBe(state?.version);
});

test('an id in capitals is the same auction, and the same room', async () => {
  const auction = await anAuction();
  const { data } = await place(anna, auction, 5, auction.auctionId.toUpperCase());
  const raised = await w.call(anna, placeBid, {
    params: { id: auction.auctionId },
    body: {
      auctionItemId: auction.itemIds[0]?.toUpperCase() ?? '',
      bidId: data.bids[0]?.bidId.toUpperCase(),
      price: 6,
      quantity: 100,
      bidderPartialFulfillment: false,
    },
  });
  expect(raised.code).toBe('Success');
});
