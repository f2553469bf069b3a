import { afterAll, beforeAll, expect, test } from 'vitest';
import { getAuctionAsAdmin } from '#contract/auction/auction.ts';
import { getResultAsAdmin } from '#contract/award/award.ts';
import { listOwnBids, placeBid, placeInitialBids } from '#contract/bidding/bidding.ts';
import {
  insertAuction,
  moveAuction,
  moveAuctionAndTell,
  type AuctionOptions,
  type TestAuction,
} from '#testing/builders/records.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

/**
 * In these tests a bidder tries to win RECs cheaply, to take a bid back, or to exhaust the moves of soft close
 * (decision 55).
 */
let w: World;
let admin: SignedIn;
let owner: SignedIn;
let attacker: SignedIn;
let accomplice: SignedIn;
let rival: SignedIn;

beforeAll(async () => {
  w = await world();
  admin = await w.signedIn({ role: 'Admin' });
  [owner, attacker, accomplice, rival] = [
    await w.signedIn(),
    await w.signedIn(),
    await w.signedIn(),
    await w.signedIn(),
  ];
});
afterAll(() => w.end());

/** Creates an upcoming auction of 1,000 RECs, with prices from 1.00 to 100.00. */
const anAuction = (wish: Partial<AuctionOptions> = {}): Promise<TestAuction> =>
  insertAuction(w.database.db, {
    ownerAccountId: owner.accountId,
    createdBy: admin.userId,
    startsIn: 600,
    endsIn: 1_200,
    items: [{ quantity: 1_000, minimumCents: 100, maximumCents: 10_000 }],
    bidders: [attacker, accomplice, rival].map((person) => ({ person })),
    ...wish,
  });

type Offer = { price: number; quantity: number; bidderPartialFulfillment: boolean; minimumAcceptable?: number };
const all = (price: number, quantity: number): Offer => ({ price, quantity, bidderPartialFulfillment: false });
const part = (price: number, quantity: number): Offer => ({ price, quantity, bidderPartialFulfillment: true });

const seal = async (who: SignedIn, { auctionId, itemIds }: TestAuction, offers: readonly Offer[]) => {
  const bids = offers.map((offer) => ({ auctionItemId: itemIds[0] ?? '', ...offer }));
  const sealed = await w.call(who, placeInitialBids, { params: { id: auctionId }, body: { bids } });
  expect(sealed.code).toBe('Success');
};

const bid = (who: SignedIn, { auctionId, itemIds }: TestAuction, offer: Offer & { bidId?: string }) =>
  w.call(who, placeBid, { params: { id: auctionId }, body: { auctionItemId: itemIds[0] ?? '', ...offer } });

/**
 * Changes the auction's times: it began ten minutes ago and ends in half a minute, so rivals do not have the full time
 * to answer.
 */
const startLate = (auction: TestAuction) =>
  moveAuctionAndTell(w.database.db, auction.auctionId, { startsIn: -600, endsIn: 30 });

/**
 * Two bids of one bidder: a large all-or-nothing bid (the shield), and a cheap bid that the shield protects from
 * rivals.
 */
const SHIELD = [all(40, 1_000), part(1.2, 1_000)];

test('a bidder shields its own cheap bid and cannot drop the shield: a rival bids behind it, and the cheap bid wins nothing (ASVS 2.3.2)', async () => {
  const auction = await anAuction();
  await seal(attacker, auction, SHIELD);
  await startLate(auction);
  expect((await bid(rival, auction, part(10, 990))).code).toBe('Success');
  expect(await bid(attacker, auction, all(40.1, 10))).toMatchObject({
    status: 422,
    code: 'own_bid_displaced',
    params: { price: 0 },
  });
  await moveAuction(w.database.db, auction.auctionId, -600, -30);
  const { data } = await w.call(admin, getResultAsAdmin, { params: { id: auction.auctionId } });
  const won = data.items[0]?.rows.map((row) => [row.bidValue, row.actualWonRECQuantity]);
  expect(won).toContainEqual([1.2, 0]);
});

test('an accomplice cannot drop the shield when nobody has time to answer', async () => {
  const auction = await anAuction();
  await seal(attacker, auction, SHIELD);
  await startLate(auction);
  expect((await bid(accomplice, auction, all(40.1, 10))).code).toBe('would_lower_the_total');
  // A bid that raises the item's worth is still accepted.
  expect((await bid(accomplice, auction, all(50, 990))).code).toBe('Success');
});

test('an accomplice drops the shield under soft close: rivals get minutes to answer, and bid', async () => {
  const auction = await anAuction({ softClose: { minutes: 3, maximum: 20 } });
  await seal(attacker, auction, SHIELD);
  await startLate(auction);
  const before = Date.now();
  expect((await bid(accomplice, auction, all(40.1, 10))).code).toBe('Success');
  const { data } = await w.call(admin, getAuctionAsAdmin, { params: { id: auction.auctionId } });
  expect(Date.parse(data.auctionEndTime)).toBeGreaterThan(before + 2 * 60_000);
  expect((await bid(rival, auction, part(10, 990))).code).toBe('Success');
});

test('a bid for one REC cannot drop a rival’s all-or-nothing bid when nobody has time to answer', async () => {
  const auction = await anAuction();
  await seal(rival, auction, [all(5, 1_000)]);
  await seal(attacker, auction, [part(1, 1_000)]);
  await startLate(auction);
  expect((await bid(attacker, auction, all(6, 1))).code).toBe('would_lower_the_total');
});

test('a bidder cannot take back a live bid by its minimum, and trying uses up no extension', async () => {
  const auction = await anAuction({ softClose: { minutes: 1, maximum: 4 } });
  await seal(rival, auction, [part(5, 900)]);
  await seal(attacker, auction, [part(4, 500)]);
  await startLate(auction);
  const own = (await w.call(attacker, listOwnBids, { params: { id: auction.auctionId } })).data[0];
  const revise = (offer: Partial<Offer>) =>
    bid(attacker, auction, { ...part(4, 500), ...offer, ...(own && { bidId: own.bidId }) });
  const minimum = await revise({ minimumAcceptable: 500 });
  expect(minimum.fields?.['minimumAcceptable']).toMatchObject({ code: 'you_cannot_increase_your_minimum' });
  const whole = await revise({ bidderPartialFulfillment: false });
  expect(whole.fields?.['bidderPartialFulfillment']?.params).toEqual({ minimum: 1 });
  const { data } = await w.call(admin, getAuctionAsAdmin, { params: { id: auction.auctionId } });
  expect(data).toMatchObject({ extensions: 0 });
  expect(Date.parse(data.latestEndTime) - Date.parse(data.auctionEndTime)).toBe(4 * 60_000);
});
