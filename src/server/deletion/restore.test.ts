import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  addItem,
  createAuction,
  deleteAuction,
  getAuctionAsAdmin,
  getAuctionAsUser,
} from '#contract/auction/auction.ts';
import { addBidders, listBidders } from '#contract/bidder/bidder.ts';
import { listDeleted, restoreAuction, restoreSellOrder } from '#contract/deletion.ts';
import { deleteSellOrder, getSellOrderAsAdmin } from '#contract/marketplace/sell-order.ts';
import { NO_RECURRENCE } from '#domain/auction/recurrence.ts';
import { deleteOldDeleted } from '#server/deletion/deleted-objects.ts';
import { LEFT_EMPTY } from '#testing/builders/item-builders.ts';
import { makeSellOrder, MARKETPLACE_ON } from '#testing/builders/marketplace-builders.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

let w: World;
let admin: SignedIn;
let owner: SignedIn;
let anna: SignedIn;
beforeAll(async () => {
  w = await world(MARKETPLACE_ON);
  [admin, owner, anna] = [await w.signedIn({ role: 'Admin' }), await w.signedIn(), await w.signedIn()];
});
afterAll(() => w.end());

const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();

const item = {
  ...LEFT_EMPTY,
  recCountry: 'MY' as const,
  recFuelType: 'Hydro' as const,
  vintageYear: 2025,
  vintagePeriod: 'FirstHalf' as const,
  recQuantity: 1_000,
  partialFulfillment: true,
  minimumBidPrice: 3,
  maximumBidPrice: 15,
};

/** Deletes an auction with one item and one bidder, and returns its id. */
async function deletedAuction(title: string): Promise<string> {
  const body = {
    title,
    auctionType: 'Forward' as const,
    isPrivate: true,
    startTime: inHours(48),
    endTime: inHours(49),
    minimumRecQuantity: 100,
    minimumBiddingRecQuantity: 10,
    sellerProcessingFee: 1.25,
    buyerProcessingFee: 0.5,
    spotRecs: false,
    ownerAccountId: owner.accountId,
    tickSizeId: null,
    softCloseMinutes: null,
    softCloseMaximum: null,
    ...NO_RECURRENCE,
  };
  const { id } = (await w.call(admin, createAuction, { body })).data;
  const params = { id };
  await w.call(admin, addItem, { params, body: item });
  const buyers = [{ userId: anna.userId, accountId: anna.accountId, maxQuantity: 500 }];
  await w.call(admin, addBidders, { params, body: { buyers } });
  expect((await w.call(admin, deleteAuction, { params })).code).toBe('Success');
  return id;
}

const listed = async (search: string) => (await w.call(admin, listDeleted, { query: `?search=${search}` })).data.items;

describe('a deleted auction', () => {
  test('is listed for 30 days with the name of the administrator', async () => {
    const id = await deletedAuction('Perak forgotten');
    const [one] = await listed('forgotten');
    expect(one).toMatchObject({ id, kind: 'auction', title: 'Perak forgotten', deletedBy: admin.username });
    expect(Date.parse(one?.keptUntil ?? '') - Date.parse(one?.deletedAt ?? '')).toBe(30 * 24 * 3_600_000);
    await deleteOldDeleted(w.database.db, Date.parse(one?.keptUntil ?? '') - 1_000);
    expect(await listed('forgotten')).toHaveLength(1);
    await deleteOldDeleted(w.database.db, Date.parse(one?.keptUntil ?? '') + 1_000);
    expect(await listed('forgotten')).toEqual([]);
  });

  test('is restored as a draft with its settings, items and bidders, once', async () => {
    const id = await deletedAuction('Perak restored');
    const restored = (await w.call(admin, restoreAuction, { params: { id } })).data;
    expect(restored).toMatchObject({ title: 'Perak restored', isDraft: true, sellerProcessingFee: 1.25, version: 1 });
    expect(restored.id).not.toBe(id);
    expect(restored.items).toMatchObject([{ recFuelType: 'Hydro', recQuantity: 1_000, minimumBidPrice: 3 }]);
    const params = { id: restored.id };
    const { items: bidders } = (await w.call(admin, listBidders, { params })).data;
    expect(bidders).toMatchObject([{ accountId: anna.accountId, maxQuantity: 500 }]);
    expect((await w.call(anna, getAuctionAsUser, { params })).code).toBe('not_found');
    expect((await w.call(admin, getAuctionAsAdmin, { params })).data.isDraft).toBe(true);
    expect((await w.call(admin, restoreAuction, { params: { id } })).code).toBe('not_found');
    expect(await listed('restored')).toEqual([]);
  });
});

describe('a deleted sell order', () => {
  test('is restored unpublished, with its items', async () => {
    const settings = { title: 'Order restored' };
    const { id } = await makeSellOrder(w, admin, { seller: owner, settings, items: [{}], publishTime: null });
    await w.call(admin, deleteSellOrder, { params: { id } });
    expect(await listed('Order')).toMatchObject([{ id, kind: 'sellOrder' }]);
    expect((await w.call(admin, restoreAuction, { params: { id } })).code).toBe('not_found');
    const restored = (await w.call(admin, restoreSellOrder, { params: { id } })).data;
    expect(restored).toMatchObject({ id, title: 'Order restored', status: 'unpublished', totalQuantity: 100 });
    expect((await w.call(admin, getSellOrderAsAdmin, { params: { id } })).data.items).toHaveLength(1);
    expect((await w.call(admin, restoreSellOrder, { params: { id: randomUUID() } })).code).toBe('not_found');
  });
});
