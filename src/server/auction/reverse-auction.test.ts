import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAuction, getAuctionAsUser, updateAuction } from '#contract/auction/auction.ts';
import { getResultAsAdmin, getResultAsUser } from '#contract/award/award.ts';
import { placeBid, placeInitialBids, type BidInput } from '#contract/bidding/bidding.ts';
import { NO_RECURRENCE } from '#domain/auction/recurrence.ts';
import { insertAuction, moveAuction, type TestAuction } from '#testing/builders/records.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

let w: World;
let admin: SignedIn;
let buyer: SignedIn;
let anna: SignedIn;
let bo: SignedIn;

beforeAll(async () => {
  w = await world();
  admin = await w.signedIn({ role: 'Admin' });
  [buyer, anna, bo] = await Promise.all([w.signedIn(), w.signedIn(), w.signedIn()]);
});
afterAll(() => w.end());

const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();

const settings = (changes: object = {}) => ({
  title: 'Straits buys hydro 2025',
  auctionType: 'Reverse' as const,
  isPrivate: true,
  startTime: inHours(1),
  endTime: inHours(2),
  minimumRecQuantity: 100,
  minimumBiddingRecQuantity: 10,
  sellerProcessingFee: 1,
  buyerProcessingFee: 1.5,
  spotRecs: false,
  ownerAccountId: buyer.accountId,
  tickSizeId: null,
  softCloseMinutes: null,
  softCloseMaximum: null,
  ...NO_RECURRENCE,
  ...changes,
});

/** Creates a reverse auction for 100 RECs at 20.00 at most. */
const aPurchase = (startsIn: number): Promise<TestAuction> =>
  insertAuction(w.database.db, {
    ownerAccountId: buyer.accountId,
    createdBy: admin.userId,
    auctionType: 'Reverse',
    startsIn,
    endsIn: startsIn + 3_600,
    items: [{ quantity: 100, minimumCents: 200, maximumCents: 2_000 }],
    bidders: [{ person: anna }, { person: bo }],
  });

const offer = ({ itemIds }: TestAuction, price: number, quantity = 60, bidId?: string): BidInput => ({
  auctionItemId: itemIds[0] ?? '',
  price,
  quantity,
  bidderPartialFulfillment: true,
  ...(bidId !== undefined && { bidId }),
});

test('rejects spot RECs beside their field, in a new auction and on a change of direction', async () => {
  const spot = await w.call(admin, createAuction, { body: settings({ spotRecs: true }) });
  expect(spot.fields).toMatchObject({ spotRecs: { code: 'spot_not_supported_in_reverse' } });
  const forward = await w.call(admin, createAuction, { body: settings({ auctionType: 'Forward', spotRecs: true }) });
  const turned = { params: { id: forward.data.id }, body: settings({ spotRecs: true }) };
  const refused = await w.call(admin, updateAuction, turned);
  expect(refused.fields).toMatchObject({ spotRecs: { code: 'spot_not_supported_in_reverse' } });
  const reverse = await w.call(admin, updateAuction, { ...turned, body: settings() });
  expect(reverse.data).toMatchObject({ auctionType: 'Reverse', spotRecs: false });
});

test('prices go down to the maximum price to win or below it, and never up again', async () => {
  const auction = await aPurchase(-60);
  const params = { id: auction.auctionId };
  const placed = await w.call(anna, placeInitialBids, { params, body: { bids: [offer(auction, 18, 100)] } });
  const bidId = placed.data.bids[0]?.bidId ?? '';
  const seen = await w.call(bo, getAuctionAsUser, { params });
  expect(seen.data.items[0]).toMatchObject({ minPrice: null, maxPrice: 17.9 });
  const tooDear = await w.call(bo, placeInitialBids, { params, body: { bids: [offer(auction, 18)] } });
  expect(tooDear.fields).toMatchObject({
    'bids.0.price': { code: 'maximum_bid_price_to_win_is', params: { price: 17.9 } },
  });
  const upward = await w.call(anna, placeBid, { params, body: offer(auction, 18.1, 100, bidId) });
  expect(upward.fields).toMatchObject({ price: { code: 'you_cannot_increase_your_bid_value', params: { price: 18 } } });
  const below = await w.call(bo, placeInitialBids, { params, body: { bids: [offer(auction, 17.9)] } });
  expect(below.status).toBe(200);
});

test('the lowest bids win at their own prices, sellers are paid less their fee, and messages say so', async () => {
  const auction = await aPurchase(3_600);
  const params = { id: auction.auctionId };
  await w.call(anna, placeInitialBids, { params, body: { bids: [offer(auction, 9, 80)] } });
  await w.call(bo, placeInitialBids, { params, body: { bids: [offer(auction, 8.5)] } });
  await moveAuction(w.database.db, auction.auctionId, -3_600, -5);
  const { data } = await w.call(bo, getResultAsUser, { params });
  expect(data.items[0]?.rows.map((row) => [row.ranking, row.bidValue, row.actualWonRECQuantity])).toEqual([
    [1, 8.5, 60],
    [2, 9, 40],
  ]);
  expect(data.own).toMatchObject({ wonQuantity: 60, amount: '510.00', fee: '5.10', total: '504.90' });
  const whole = await w.call(admin, getResultAsAdmin, { params });
  expect(whole.data.totals).toMatchObject({ value: '870.00', buyerFees: '13.05', sellerFees: '8.70' });
  const { rows } = await sql<{ recipient: string; body: string }>`
    select recipient, body from outbox where body like ${`%${auction.auctionId}%`}`.execute(w.database.db);
  const mailTo = (person: SignedIn) => rows.find(({ recipient }) => recipient.startsWith(person.username))?.body;
  expect(mailTo(bo)).toContain('You sold 60 RECs');
  expect(mailTo(buyer)).toContain('has closed. 100 RECs were bought');
  expect(mailTo(buyer)).toContain('共购得 100 张绿证');
});
