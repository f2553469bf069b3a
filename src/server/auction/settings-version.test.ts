import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getAuctionAsAdmin, getAuctionAsUser, updateAuction } from '#contract/auction/auction.ts';
import { updateSellOrder } from '#contract/marketplace/sell-order.ts';
import { aSellOrder, makeSellOrder, MARKETPLACE_ON } from '#testing/builders/marketplace-builders.ts';
import { insertAuction } from '#testing/builders/records.ts';
import { savedSettings } from '#testing/world/saved-settings.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

let w: World;
let admin: SignedIn;
let other: SignedIn;
let owner: SignedIn;
beforeAll(async () => {
  w = await world(MARKETPLACE_ON);
  [admin, other, owner] = [
    await w.signedIn({ role: 'Admin' }),
    await w.signedIn({ role: 'Admin' }),
    await w.signedIn(),
  ];
});
afterAll(() => w.end());

/** Returns an upcoming auction, its settings, and a call that changes some of them. */
async function upcoming() {
  const { auctionId } = await insertAuction(w.database.db, {
    ownerAccountId: owner.accountId,
    createdBy: admin.userId,
    startsIn: 600,
  });
  const settings = await savedSettings(w, admin, auctionId);
  const params = { id: auctionId };
  const save = (who: SignedIn, changes: object) =>
    w.call(who, updateAuction, { params, body: { ...settings, ...changes } });
  return { params, save };
}

describe('the settings of an auction', () => {
  test('have a version that only administrators see, and only a change increases', async () => {
    const { params, save } = await upcoming();
    expect((await w.call(admin, getAuctionAsAdmin, { params })).data.version).toBe(1);
    expect((await save(admin, {})).data.version).toBe(1);
    expect((await save(admin, { title: 'Another title' })).data.version).toBe(2);
    expect((await w.call(owner, getAuctionAsUser, { params })).data.version).toBeNull();
  });

  test('are not overwritten by an older version, and the refusal names what changed since', async () => {
    const { params, save } = await upcoming();
    await save(other, { title: 'First', version: 1 });
    await save(other, { title: 'First', sellerProcessingFee: 3, buyerProcessingFee: 4 });
    const late = await save(admin, { title: 'Late', version: 2 });
    expect(late).toMatchObject({ status: 409, code: 'settings_changed', params: { version: 3 } });
    expect(late.details).toEqual([
      { field: 'buyerProcessingFee', version: 3 },
      { field: 'sellerProcessingFee', version: 3 },
    ]);
    expect((await w.call(admin, getAuctionAsAdmin, { params })).data.title).toBe('First');
  });

  test('are stored without a version, for clients that know only the specification', async () => {
    const { save } = await upcoming();
    await save(other, { title: 'First' });
    expect((await save(admin, { title: 'Second' })).data).toMatchObject({ title: 'Second', version: 3 });
    expect((await save(admin, { title: 'Third', version: 3 })).data.title).toBe('Third');
  });

  test('of two simultaneous changes with the same version, one is stored', async () => {
    const { save } = await upcoming();
    const both = await Promise.all([save(admin, { title: 'A', version: 1 }), save(other, { title: 'B', version: 1 })]);
    expect(both.map(({ code }) => code).toSorted()).toEqual(['Success', 'settings_changed']);
  });
});

describe('the settings of a sell order', () => {
  test('have versions in the same way', async () => {
    const { id, order } = await makeSellOrder(w, admin, { seller: owner, publishTime: null });
    const save = (who: SignedIn, changes: object) =>
      w.call(who, updateSellOrder, { params: { id }, body: { ...aSellOrder(owner.accountId), ...changes } });
    expect(order.version).toBe(1);
    expect((await save(admin, { version: 1 })).data.version).toBe(1);
    const first = await save(other, { unitPrice: 13, endTime: new Date(Date.now() + 9e6).toISOString(), version: 1 });
    expect(first.data).toMatchObject({ unitPrice: 13, version: 2 });
    const late = await save(admin, { title: 'Late', version: 1 });
    expect(late).toMatchObject({ status: 409, code: 'settings_changed' });
    expect(late.details?.map(({ field }) => field)).toEqual(['endTime', 'unitPrice']);
    expect((await save(admin, { title: 'Late', version: 2 })).data).toMatchObject({ title: 'Late', version: 3 });
  });
});
