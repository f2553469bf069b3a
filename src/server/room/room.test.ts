import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteAuction } from '#contract/auction/auction.ts';
import { cancelBid, placeBid, placeInitialBids, withdrawBid } from '#contract/bidding/bidding.ts';
import {
  getListTokenAsAdmin,
  getListTokenAsUser,
  getRoomTokenAsAdmin,
  getRoomTokenAsUser,
} from '#contract/bidding/room.ts';
import {
  insertAuction,
  moveAuction,
  moveAuctionAndTell,
  type AuctionOptions,
  type TestAuction,
} from '#testing/builders/records.ts';
import { readRoom, type RoomReader } from '#testing/readers/room-reader.ts';
import { connectRaw, PLAIN } from '#testing/world/hub-world.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

let w: World;
let admin: SignedIn;
let owner: SignedIn;
let anna: SignedIn;
let bo: SignedIn;
let port: number;
const readers: RoomReader[] = [];

beforeAll(async () => {
  w = await world();
  await w.app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = w.app.server.address() as AddressInfo);
  admin = await w.signedIn({ role: 'Admin' });
  [owner, anna, bo] = await Promise.all([w.signedIn(), w.signedIn(), w.signedIn()]);
});
afterAll(async () => {
  for (const reader of readers) reader.close();
  await w.end();
});

const anAuction = (wish: Partial<AuctionOptions> = {}): Promise<TestAuction> =>
  insertAuction(w.database.db, {
    ownerAccountId: owner.accountId,
    createdBy: admin.userId,
    bidders: [{ person: anna }, { person: bo }],
    ...wish,
  });

const bid = ({ itemIds }: TestAuction, price: number) => ({
  auctionItemId: itemIds[0] ?? '',
  price,
  quantity: 100,
  bidderPartialFulfillment: false,
});

const placeInitial = (who: SignedIn, auction: TestAuction, price: number) =>
  w.call(who, placeInitialBids, { params: { id: auction.auctionId }, body: { bids: [bid(auction, price)] } });

const socketUrl = (url: string): string => url.replace('http://greenlot.test', `http://127.0.0.1:${port}`);

async function open(who: SignedIn, { auctionId }: TestAuction, language = 'en'): Promise<RoomReader> {
  const route = who === admin ? getRoomTokenAsAdmin : getRoomTokenAsUser;
  const headers = { 'accept-language': language };
  const { data } = await w.call(who, route, { params: { id: auctionId }, headers });
  const reader = await readRoom({ ...data, url: socketUrl(data.url) });
  readers.push(reader);
  return reader;
}

/** Moves the auction's start to now, and wakes the room as after any change of its settings. */
async function start({ auctionId }: TestAuction): Promise<void> {
  await moveAuctionAndTell(w.database.db, auctionId, { startsIn: 0, endsIn: 100, by: admin.userId });
  w.parts.rooms.wake(auctionId);
}

const prices = (reader: RoomReader): number[] =>
  [...(reader.room()?.bids.values() ?? [])]
    .filter((known) => !known.isDeleted)
    .map(({ bidValue }) => bidValue)
    .toSorted((a, b) => a - b);

test('before the start a bidder hears of its own bids only; at the start everyone sees everything (ASVS 8.1.2, 8.2.3)', async () => {
  const auction = await anAuction({ startsIn: 60, endsIn: 100 });
  await placeInitial(anna, auction, 5);
  const [forAdmin, forAnna, forOwner] = await Promise.all([
    open(admin, auction),
    open(anna, auction),
    open(owner, auction),
  ]);
  await placeInitial(bo, auction, 6);
  await expect.poll(() => prices(forAdmin)).toEqual([5, 6]);
  await expect.poll(() => prices(forAnna)).toEqual([5]);
  expect(forAnna.room()?.version).toBe(0);
  expect(prices(forOwner)).toEqual([]);
  await start(auction);
  await expect.poll(() => prices(forAnna)).toEqual([5, 6]);
  await expect.poll(() => prices(forOwner)).toEqual([5, 6]);
  const text = JSON.stringify([...(forAnna.room()?.bids.values() ?? [])]);
  expect(text).not.toContain(bo.username);
  expect(text).not.toContain(bo.accountId);
  expect(text).toContain('Bidder ');
  expect(JSON.stringify([...(forAdmin.room()?.bids.values() ?? [])])).toContain(bo.username);
});

test('an administrator sees company names in the right language, with each bid', async () => {
  const company = await w.signedIn();
  const auction = await anAuction({ startsIn: 60, endsIn: 100, bidders: [{ person: company }] });
  const names = { company_name: '深圳市华辰电子有限公司', english_company_name: 'Huachen Electronics' };
  await w.database.db.updateTable('account').set(names).where('id', '=', company.accountId).execute();
  const [inEnglish, inChinese] = await Promise.all([open(admin, auction), open(admin, auction, 'zh')]);
  await placeInitial(company, auction, 5);
  const shown = (reader: RoomReader) => [...(reader.room()?.bids.values() ?? [])].map((each) => each.bidderUserName);
  await expect.poll(() => shown(inEnglish)).toEqual([`${company.username} · Huachen Electronics`]);
  await expect.poll(() => shown(inChinese)).toEqual([`${company.username} · 深圳市华辰电子有限公司`]);
});

test('a bidder that withdrew its last initial bid sees nothing at the start', async () => {
  const auction = await anAuction({ startsIn: 60, endsIn: 100 });
  const placed = await placeInitial(anna, auction, 5);
  await placeInitial(bo, auction, 6);
  const [forAnna, forBo] = await Promise.all([open(anna, auction), open(bo, auction)]);
  const params = { id: auction.auctionId, bidId: placed.data.bids[0]?.bidId ?? '' };
  expect((await w.call(anna, withdrawBid, { params })).status).toBe(200);
  await start(auction);
  await expect.poll(() => forBo.room()?.version).toBeGreaterThan(0);
  expect(prices(forAnna)).not.toContain(6);
  expect((await w.call(anna, getRoomTokenAsUser, { params: { id: auction.auctionId } })).code).toBe(
    'initial_bid_required',
  );
});

test('a bidder whose only initial bid was cancelled sees nothing at the start either', async () => {
  const auction = await anAuction({ startsIn: 60, endsIn: 100 });
  const placed = await placeInitial(anna, auction, 5);
  await placeInitial(bo, auction, 6);
  const [forAnna, forBo] = await Promise.all([open(anna, auction), open(bo, auction)]);
  const params = { id: auction.auctionId, bidId: placed.data.bids[0]?.bidId ?? '' };
  expect((await w.call(admin, cancelBid, { params, body: { reason: 'a slip' } })).status).toBe(200);
  await start(auction);
  await expect.poll(() => forBo.room()?.version).toBeGreaterThan(0);
  expect(prices(forAnna)).not.toContain(6);
});

test('deltas reach every reader in order, and a reader that was away gets the missed ones', async () => {
  const auction = await anAuction();
  await placeInitial(anna, auction, 5);
  await placeInitial(bo, auction, 6);
  const [reader, away] = await Promise.all([open(anna, auction), open(bo, auction)]);
  away.close();
  let version = 0;
  for (const price of [7, 8]) {
    const placed = await w.call(anna, placeBid, { params: { id: auction.auctionId }, body: bid(auction, price) });
    version = placed.data.version;
  }
  await reader.reached(version);
  expect(reader.gaps()).toBe(0);
  expect(prices(reader)).toEqual([5, 6, 7, 8]);
  const back = await open(bo, auction);
  await back.reached(version);
  expect(prices(back)).toEqual(prices(reader));
  const cancelled = [...(reader.room()?.bids.values() ?? [])].find(({ bidValue }) => bidValue === 8);
  const params = { id: auction.auctionId, bidId: cancelled?.bidId ?? '' };
  await w.call(admin, cancelBid, { params, body: { reason: 'agreed with the bidder' } });
  await expect.poll(() => prices(reader)).toEqual([5, 6, 7]);
});

test('the result is announced after the closing period, and a bid within it is rejected as late', async () => {
  const auction = await anAuction();
  await placeInitial(anna, auction, 5);
  const reader = await open(anna, auction);
  await moveAuction(w.database.db, auction.auctionId, -100, 0);
  const late = await w.call(anna, placeBid, { params: { id: auction.auctionId }, body: bid(auction, 9) });
  expect(late.code).toBe('auction_has_ended');
  await reader.ended();
  await expect.poll(() => reader.room()?.times.isClosed).toBe(true);
  expect(prices(reader)).toEqual([5]);
});

test('a reader of a list hears that it changed, and nothing of any bid', async () => {
  const live = await anAuction();
  const readList = async (who: SignedIn, route: typeof getListTokenAsAdmin) => {
    const { data } = await w.call(who, route, { query: '?page=upcoming' });
    const reader = await connectRaw(`${socketUrl(data.url)}?access_token=${data.accessToken}`, PLAIN);
    expect(await reader.next()).toMatchObject({ event: 'connected' });
    return reader;
  };
  const lists = [await readList(anna, getListTokenAsUser), await readList(admin, getListTokenAsAdmin)];
  await placeInitial(anna, live, 5);
  const { auctionId } = await anAuction({ startsIn: 60, endsIn: 100 });
  await w.call(admin, deleteAuction, { params: { id: auctionId } });
  for (const list of lists) {
    expect(await list.next()).toMatchObject({ data: { event: 'LiveAuctions', kind: 'listChanged' } });
    list.socket.terminate();
  }
});
