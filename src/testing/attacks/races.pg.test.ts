import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registerForAuction } from '#contract/auction.ts';
import { addBidders } from '#contract/bidder.ts';
import { placeBid, placeInitialBids } from '#contract/bidding.ts';
import { removeMember, updateMaxBidQuantity } from '#contract/company.ts';
import { AUCTION_TERMS_VERSION } from '#domain/auction/terms.ts';
import { openDatabase } from '#server/platform/database.ts';
import { holdAuction, untilWaiting } from '#testing/held-rows.ts';
import { insertAuction, moveToAccount, type AuctionWish, type TestAuction } from '#testing/records.ts';
import { world, worldOn, type SignedIn, type World } from '#testing/world.ts';

/** Calls that meet in two servers on one PostgreSQL, in an order that rows held by the test decide (decision 60). */
let near: World;
let far: World;
let admin: SignedIn;
let seller: SignedIn;
const logged: string[] = [];

beforeAll(async () => {
  near = await world({ LOG_LEVEL: 'warn' }, { write: (line) => void logged.push(line) });
  far = await worldOn(await openDatabase({ url: near.url ?? '' }), near.url);
  [admin, seller] = await Promise.all([near.signedIn({ role: 'Admin' }), near.signedIn()]);
});
afterAll(async () => {
  await far.end();
  await near.end();
});

const db = () => near.database.db;
const anAuction = (bidders: readonly SignedIn[], wish: Partial<AuctionWish> = {}): Promise<TestAuction> =>
  insertAuction(db(), {
    ownerAccountId: seller.accountId,
    createdBy: admin.userId,
    items: [{ quantity: 10_000 }],
    bidders: bidders.map((person) => ({ person })),
    ...wish,
  });

const bid = (w: World, who: SignedIn, { auctionId, itemIds }: TestAuction, quantity = 10) =>
  w.call(who, placeBid, {
    params: { id: auctionId },
    body: { auctionItemId: itemIds[0] ?? '', price: 5, quantity, bidderPartialFulfillment: true },
  });
const limit = (w: World, { accountId }: SignedIn, maxBidQuantity: number) =>
  w.call(admin, updateMaxBidQuantity, { params: { id: accountId }, body: { maxBidQuantity } });
const remove = (w: World, owner: SignedIn, { userId }: SignedIn) =>
  w.call(owner, removeMember, { params: { id: owner.accountId, userId } });

async function queued(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from auction_settling`.execute(db());
  return rows[0]?.count ?? -1;
}

/** Kinds of history lines, in order. */
async function history({ auctionId }: TestAuction): Promise<string[]> {
  const lines = await db()
    .selectFrom('bid_history')
    .select('kind')
    .where('auction_id', '=', auctionId)
    .orderBy('seq')
    .execute();
  return lines.map(({ kind }) => kind);
}

const seatsOf = async ({ auctionId }: TestAuction) =>
  db().selectFrom('bidder').select(['account_id', 'user_id']).where('auction_id', '=', auctionId).execute();

/** An owner and a trader of one company. */
async function aCompany(): Promise<[owner: SignedIn, trader: SignedIn]> {
  const [owner, trader] = await Promise.all([near.signedIn(), near.signedIn()]);
  await moveToAccount(db(), trader, { accountId: owner.accountId, role: 'trader' });
  return [owner, { ...trader, accountId: owner.accountId }];
}

test('a company’s new maximum holds no auction while another is changed, and binds in every one of them at once', async () => {
  const bidder = await near.signedIn();
  const held = await anAuction([bidder]);
  const free = await anAuction([bidder]);
  expect((await bid(far, bidder, free, 100)).code).toBe('Success');
  const row = await holdAuction(db(), held.auctionId);
  // One transaction for all of them would wait here, with the other auction's row in its hands.
  expect((await limit(near, bidder, 150)).data).toEqual({ maxBidQuantity: 150 });
  const answers = await Promise.all([bid(far, bidder, free, 60), bid(far, bidder, free, 50)]);
  expect(answers.map(({ code }) => code).toSorted()).toEqual(['Success', 'total_bid_quantity_exceeds_max']);
  const waiting = bid(far, bidder, held, 151);
  await untilWaiting(db(), 1);
  await row.release();
  expect((await waiting).code).toBe('total_bid_quantity_exceeds_max');
  await expect.poll(queued).toBe(0);
  expect(await history(held)).toEqual(['created', 'changed', 'changed']);
});

test('what a process that died left to settle is settled by another, initial bids that no longer fit included', async () => {
  const bidder = await near.signedIn();
  const auction = await anAuction([bidder], { startsIn: 600 });
  const initial = { auctionItemId: auction.itemIds[0] ?? '', price: 5, quantity: 100, bidderPartialFulfillment: true };
  const placed = await far.call(bidder, placeInitialBids, {
    params: { id: auction.auctionId },
    body: { bids: [initial] },
  });
  expect(placed.code).toBe('Success');
  await db().updateTable('account').set({ max_bid_quantity: 50 }).where('id', '=', bidder.accountId).execute();
  await db()
    .insertInto('auction_settling')
    .values({ auction_id: auction.auctionId, account_id: bidder.accountId, user_id: admin.userId })
    .execute();
  await expect.poll(queued).toBe(0);
  expect(await history(auction)).toEqual(['created', 'changed', 'placed', 'changed', 'cancelled']);
});

test('bids sent before the end are in time however long somebody holds the auction’s row; closing waits for them', async () => {
  const bidders = await Promise.all([near, near, far].map((w) => w.signedIn()));
  const auction = await anAuction(bidders);
  const send = (w: World, at: number) => bid(w, bidders[at] as SignedIn, auction);
  const row = await holdAuction(db(), auction.auctionId);
  const first = [send(near, 0), send(far, 2)];
  await untilWaiting(db(), 2);
  // It waits behind the first one in the same room, and is judged after it.
  const behind = send(near, 1);
  await expect.poll(() => near.parts.rooms.figures().waiting).toBe(1);
  const end = sql`clock_timestamp() + interval '50 ms'`;
  await row.run(sql`
    update auction set start_time = ${end} - interval '1 h', end_time = ${end}, auction_end_time = ${end}
    where id = ${auction.auctionId}`);
  // Longer than the closing period: closing is due when the row is free.
  await row.run(sql`select pg_sleep(2.5)`);
  await row.release();
  const answers = await Promise.all([...first, behind]);
  expect(answers.map(({ code }) => code)).toEqual(['Success', 'Success', 'Success']);
  await expect.poll(async () => (await history(auction)).at(-1)).toBe('closed');
  expect((await history(auction)).filter((kind) => kind === 'placed')).toHaveLength(3);
  expect(logged.some((line) => line.includes(auction.auctionId) && line.includes('heldMs'))).toBe(true);
});

test('a member who leaves while it is admitted leaves no seat behind', async () => {
  const [owner, trader] = await aCompany();
  const auction = await anAuction([], { isPrivate: false });
  const row = await holdAuction(db(), auction.auctionId);
  const registered = far.call(trader, registerForAuction, {
    params: { id: auction.auctionId },
    body: { accountId: owner.accountId, acceptedTermsVersion: AUCTION_TERMS_VERSION },
  });
  await untilWaiting(db(), 1);
  const removed = remove(near, owner, trader);
  await untilWaiting(db(), 2);
  await row.release();
  expect([(await registered).code, (await removed).code]).toEqual(['Success', 'Success']);
  await expect.poll(() => seatsOf(auction)).toEqual([{ account_id: owner.accountId, user_id: owner.userId }]);
});

test('a user has one seat, also where a company’s seat falls to it while another company is admitted through it', async () => {
  const [owner, trader] = await aCompany();
  const other = await near.signedIn();
  await db().insertInto('account_member').values({ account_id: other.accountId, user_id: owner.userId }).execute();
  const auction = await anAuction([trader]);
  const row = await holdAuction(db(), auction.auctionId);
  const admitted = far.call(admin, addBidders, {
    params: { id: auction.auctionId },
    body: { buyers: [{ userId: owner.userId, accountId: other.accountId, maxQuantity: null }] },
  });
  await untilWaiting(db(), 1);
  expect((await remove(near, owner, trader)).code).toBe('Success');
  await untilWaiting(db(), 2);
  await row.release();
  expect((await admitted).code).toBe('Success');
  await expect.poll(queued).toBe(0);
  const users = (await seatsOf(auction)).map(({ user_id }) => user_id);
  expect(new Set(users).size).toBe(2);
});
