import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { getAuctionAsUser, updateAuction } from '#contract/auction/auction.ts';
import { getResultAsAdmin, getResultAsUser } from '#contract/award/award.ts';
import type { Route } from '#contract/basics/route.ts';
import { cancelBid, placeBid, placeInitialBids } from '#contract/bidding/bidding.ts';
import { getRoomTokenAsUser } from '#contract/bidding/room.ts';
import { blacklistAccount, removeMember, updateMember } from '#contract/company/company.ts';
import { exportPriceHistoryAsUser, getPriceHistoryAsUser } from '#contract/price-history.ts';
import { insertAuction, moveAuctionAndTell, moveToAccount, type TestAuction } from '#testing/builders/records.ts';
import type { RoomReader } from '#testing/readers/room-reader.ts';
import { callProcess, readRoomAt } from '#testing/world/process-calls.ts';
import { savedSettings } from '#testing/world/saved-settings.ts';
import { startServer, type ServerProcess } from '#testing/world/server-process.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

/**
 * In these tests a user loses the right to a socket but keeps the socket open. One process handles the loss, and the
 * socket is at another process (decision 93).
 */
let here: World;
let there: ServerProcess;
let admin: SignedIn;
let owner: SignedIn;
let colleague: SignedIn;
let rival: SignedIn;

beforeAll(async () => {
  here = await world();
  there = await startServer({ DATABASE_URL: here.url ?? '', PUBLIC_URL: 'http://greenlot.test' });
  admin = await here.signedIn({ role: 'Admin' });
});
afterAll(async () => {
  await there.kill();
  await here.end();
});
beforeEach(async () => {
  [owner, colleague, rival] = await Promise.all([here.signedIn(), here.signedIn(), here.signedIn()]);
  await moveToAccount(here.database.db, colleague, { accountId: owner.accountId, role: 'trader' });
});

/** Calls the process `there`. */
const askThere = <R extends Route>(who: SignedIn, route: R, { auctionId }: TestAuction, body?: object) =>
  callProcess(there, who, route, { params: { id: auctionId }, body });

const tokenThere = (who: SignedIn, auction: TestAuction) => askThere(who, getRoomTokenAsUser, auction);

const follow = async (who: SignedIn, auction: TestAuction): Promise<RoomReader> =>
  readRoomAt(there, (await tokenThere(who, auction)).data);

const aBid = ({ itemIds }: TestAuction) => ({
  auctionItemId: itemIds[0] ?? '',
  price: 5,
  quantity: 10,
  bidderPartialFulfillment: true,
});

async function bids(who: SignedIn, auction: TestAuction): Promise<string> {
  const placed = await askThere(who, placeBid, auction, aBid(auction));
  return placed.data.bids[0]?.bidId ?? '';
}

const anAuction = (startsIn: number, bidders: readonly SignedIn[], ownerAccountId: string) =>
  insertAuction(here.database.db, {
    ownerAccountId,
    createdBy: admin.userId,
    startsIn,
    bidders: bidders.map((person) => ({ person })),
  });

test('7.4.1: the sockets of an auction’s former owner and its members close, before its start', async () => {
  const auction = await anAuction(600, [], owner.accountId);
  await here.database.db.deleteFrom('auction_item').where('auction_id', '=', auction.auctionId).execute();
  const readers = [await follow(owner, auction), await follow(colleague, auction)];
  const body = { ...(await savedSettings(here, admin, auction.auctionId)), ownerAccountId: rival.accountId };
  const params = { id: auction.auctionId };
  expect((await here.call(admin, updateAuction, { params, body })).code).toBe('Success');
  await Promise.all(readers.map(({ closed }) => closed));
  for (const who of [owner, colleague]) expect((await tokenThere(who, auction)).code).toBe('not_found');
  expect((await tokenThere(rival, auction)).code).toBe('Success');
});

test('when an administrator cancels a bidder’s last live bid, its sockets and its colleague’s close', async () => {
  const seller = await here.signedIn();
  const auction = await anAuction(-60, [owner, rival], seller.accountId);
  const bidId = await bids(owner, auction);
  await bids(rival, auction);
  const [own, beside, other] = [
    await follow(owner, auction),
    await follow(colleague, auction),
    await follow(rival, auction),
  ];
  await Promise.all([own, beside, other].map((reader) => reader.reached(4)));
  const params = { id: auction.auctionId, bidId };
  expect((await here.call(admin, cancelBid, { params, body: { reason: 'Mistyped' } })).code).toBe('Success');
  await Promise.all([own.closed, beside.closed]);
  expect((await other.reached(5)).bids.size).toBe(2);
  for (const who of [owner, colleague]) expect((await tokenThere(who, auction)).code).toBe('initial_bid_required');
  // The owner places a new bid and may then enter again.
  await bids(owner, auction);
  const again = await follow(owner, auction);
  expect((await again.reached(6)).bids.size).toBe(3);
  for (const reader of [other, again]) reader.close();
});

test('when a sealed bid was cancelled, the sockets of its bidder and a colleague close at the start', async () => {
  const seller = await here.signedIn();
  const auction = await anAuction(600, [owner, rival], seller.accountId);
  const sealed = await askThere(owner, placeInitialBids, auction, { bids: [aBid(auction)] });
  await askThere(rival, placeInitialBids, auction, { bids: [aBid(auction)] });
  const readers = [await follow(owner, auction), await follow(colleague, auction)];
  const bidId = sealed.data.bids[0]?.bidId ?? '';
  const params = { id: auction.auctionId, bidId };
  expect((await here.call(admin, cancelBid, { params, body: { reason: 'Mistyped' } })).code).toBe('Success');
  await moveAuctionAndTell(here.database.db, auction.auctionId, { startsIn: -1, endsIn: 600, by: admin.userId });
  await Promise.all(readers.map(({ closed }) => closed));
});

test.each([
  ['removed', (params: Record<string, string>) => here.call(owner, removeMember, { params }), 'not_found'],
  [
    'made a viewer',
    (params: Record<string, string>) => here.call(owner, updateMember, { params, body: { role: 'viewer' } }),
    'Success',
  ],
] as const)(
  'the sockets of a member who is %s close, and new tokens follow the member’s new rights',
  async (_, act, code) => {
    const seller = await here.signedIn();
    const auction = await anAuction(-60, [owner], seller.accountId);
    await bids(owner, auction);
    const reader = await follow(colleague, auction);
    expect((await act({ id: owner.accountId, userId: colleague.userId })).code).toBe('Success');
    await reader.closed;
    expect((await tokenThere(colleague, auction)).code).toBe(code);
  },
);

test('people without an Active company see no prices of private auctions, on screen or in the file', async () => {
  const [seller, founder] = [await here.signedIn(), await here.signedIn()];
  await here.database.db.deleteFrom('account_member').where('user_id', '=', founder.userId).execute();
  for (const isPrivate of [true, false]) {
    const auction = await insertAuction(here.database.db, {
      ownerAccountId: seller.accountId,
      createdBy: admin.userId,
      isPrivate,
      bidders: [{ person: rival }],
    });
    await bids(rival, auction);
    await moveAuctionAndTell(here.database.db, auction.auctionId, { startsIn: -200, endsIn: -100 });
    const params = { id: auction.auctionId };
    expect((await here.call(admin, getResultAsAdmin, { params })).code).toBe('Success');
  }
  const today = new Date().toISOString().slice(0, 10);
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const query = `?from=${yesterday}&to=${today}`;
  const auctionsSeenBy = async (who: SignedIn) =>
    (await here.call(who, getPriceHistoryAsUser, { query })).data.goods.map(({ auctions }) => auctions);
  expect(await auctionsSeenBy(rival)).toEqual([2]);
  expect(await auctionsSeenBy(founder)).toEqual([1]);
  const file = await here.call(founder, exportPriceHistoryAsUser, { query: `${query}&table=course&format=csv` });
  expect(file.text).toMatch(/,10,/);
  expect(file.text).not.toMatch(/,20,/);
  await here.call(admin, blacklistAccount, { params: { id: rival.accountId }, body: { remarkContent: 'x' } });
  expect(await auctionsSeenBy(rival)).toEqual([1]);
});

test('3.5.3: a read by a signed-in person closes an ended auction, a request without a token does not', async () => {
  const close = vi.spyOn(here.parts, 'closeIfDue');
  const auction = await anAuction(-200, [owner], rival.accountId);
  const params = { id: auction.auctionId };
  for (const route of [getAuctionAsUser, getResultAsUser]) {
    // A request from a page of another site has cookies but no token.
    const headers = { origin: 'https://evil.example', cookie: '__Host-session=x' };
    expect((await here.call(undefined, route, { params, headers })).status).toBe(401);
  }
  expect(close).not.toHaveBeenCalled();
  await here.call(owner, getAuctionAsUser, { params });
  await here.call(owner, getAuctionAsUser, { params });
  expect(close).toHaveBeenCalledTimes(2);
});
