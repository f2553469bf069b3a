import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAuction, getAuctionAsAdmin, getAuctionAsUser, listAuctionsAsUser } from '#contract/auction/auction.ts';
import { getResultAsAdmin } from '#contract/award/award.ts';
import { cancelBid, listHistoryAsAdmin, placeBid } from '#contract/bidding/bidding.ts';
import { NO_RECURRENCE } from '#domain/auction/recurrence.ts';
import { insertAuction, type TestAuction } from '#testing/builders/records.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

let w: World;
let admin: SignedIn;
let anna: SignedIn;
let bo: SignedIn;

beforeAll(async () => {
  w = await world();
  admin = await w.signedIn({ role: 'Admin' });
  [anna, bo] = await Promise.all([w.signedIn(), w.signedIn()]);
});
afterAll(() => w.end());

const SOFT_CLOSE = { minutes: 5, maximum: 2 };

const anAuction = async (endsIn: number): Promise<TestAuction> => {
  const owner = await w.signedIn();
  return insertAuction(w.database.db, {
    ownerAccountId: owner.accountId,
    createdBy: admin.userId,
    endsIn,
    softClose: SOFT_CLOSE,
    items: [{ quantity: 100 }],
    bidders: [{ person: anna }, { person: bo }],
  });
};

const place = (who: SignedIn, { auctionId, itemIds }: TestAuction, price: number) => {
  const body = { auctionItemId: itemIds[0] ?? '', price, quantity: 100, bidderPartialFulfillment: false };
  return w.call(who, placeBid, { params: { id: auctionId }, body });
};

test('a late bid that changes a winner moves the end, and all times follow it', async () => {
  const auction = await anAuction(60);
  const params = { id: auction.auctionId };
  const before = (await w.call(anna, getAuctionAsUser, { params })).data;
  expect(before).toMatchObject({ softClose: SOFT_CLOSE, extensions: 0, conduct: null });

  const placed = (await place(anna, auction, 5)).data;
  const until = new Date(Date.parse(placed.receivedAt) + 300_000).toISOString();
  const conduct = { kind: 'extended', by: 'system', at: placed.receivedAt, until, reason: 'soft_close' };
  const after = (await w.call(anna, getAuctionAsUser, { params })).data;
  expect(after).toMatchObject({
    auctionEndTime: until,
    endTime: before.endTime,
    extensions: 1,
    conduct,
    status: 'live',
  });
  const { data: listed } = await w.call(bo, listAuctionsAsUser, { query: '?limit=100' });
  expect(listed.items.find(({ id }) => id === params.id)?.auctionEndTime).toBe(until);

  // The version in the answer to a bid is the number of the bid's own line, not the number of the extension's line.
  const { data: history } = await w.call(admin, listHistoryAsAdmin, { params });
  expect(history.items.slice(0, 2)).toMatchObject([
    { seq: placed.version + 1, kind: 'extended', by: 'system', until, reason: 'soft_close' },
    { seq: placed.version, kind: 'placed', by: 'bidder', until: null },
  ]);
  expect((await w.call(admin, getResultAsAdmin, { params })).code).toBe('results_not_ready');
});

test('the end does not move before the last minutes, by a cancellation, or beyond the latest end', async () => {
  const early = await anAuction(600);
  await place(anna, early, 5);
  const notMoved = (await w.call(admin, getAuctionAsAdmin, { params: { id: early.auctionId } })).data;
  expect(notMoved.auctionEndTime).toBe(notMoved.endTime);

  const late = await anAuction(60);
  const params = { id: late.auctionId };
  const times = async () => (await w.call(admin, getAuctionAsAdmin, { params })).data;
  const extensions = async () => (await times()).extensions;
  const { endTime, latestEndTime } = await times();
  expect(Date.parse(latestEndTime) - Date.parse(endTime)).toBe(2 * 5 * 60_000);
  const [first] = (await place(anna, late, 5)).data.bids;
  await w.call(admin, cancelBid, { params: { ...params, bidId: first?.bidId ?? '' }, body: { reason: 'agreed' } });
  expect(await extensions()).toBe(1);
  await place(bo, late, 6);
  await place(anna, late, 7);
  expect(await extensions()).toBe(3);
  expect((await times()).latestEndTime).toBe(latestEndTime);
});

test('its two settings are given both or neither, and within limits', async () => {
  const body = {
    title: 'Soft',
    auctionType: 'Forward' as const,
    isPrivate: true,
    startTime: new Date(Date.now() + 600_000).toISOString(),
    endTime: new Date(Date.now() + 1_200_000).toISOString(),
    minimumRecQuantity: 1,
    minimumBiddingRecQuantity: 1,
    sellerProcessingFee: 0,
    buyerProcessingFee: 0,
    spotRecs: false,
    ownerAccountId: bo.accountId,
    tickSizeId: null,
  };
  const create = (softCloseMinutes: number | null, softCloseMaximum: number | null) =>
    w.call(admin, createAuction, { body: { ...body, ...NO_RECURRENCE, softCloseMinutes, softCloseMaximum } });
  expect((await create(60, 100)).data.softClose).toEqual({ minutes: 60, maximum: 100 });
  expect((await create(null, null)).data.softClose).toBeNull();
  expect((await create(5, null)).fields?.['softCloseMaximum']?.code).toBe('field_required');
  expect((await create(61, 101)).fields?.['softCloseMinutes']).toMatchObject({
    code: 'soft_close_out_of_range',
    params: { minimum: 1, maximum: 60 },
  });
});
