import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAuction, getAuctionAsAdmin } from '#contract/auction/auction.ts';
import { insertAuction } from '#testing/builders/records.ts';
import { savedSettings } from '#testing/world/saved-settings.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

let w: World;
let admin: SignedIn;
let owner: SignedIn;
beforeAll(async () => {
  w = await world();
  [admin, owner] = [await w.signedIn({ role: 'Admin' }), await w.signedIn()];
});
afterAll(() => w.end());

const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();

/** Returns an ended auction, and the settings with which a copy of it is created. */
async function ended() {
  const by = { ownerAccountId: owner.accountId, createdBy: admin.userId };
  const times = { startsIn: -7_200, endsIn: -3_600 };
  const items = [{ quantity: 700 }, { minimumCents: 450, partial: false }];
  const { auctionId } = await insertAuction(w.database.db, { ...by, ...times, items });
  const { data } = await w.call(admin, getAuctionAsAdmin, { params: { id: auctionId } });
  const saved = await savedSettings(w, admin, auctionId);
  const body = { ...saved, startTime: inHours(1), endTime: inHours(2), itemsOf: auctionId };
  return { original: data, body };
}

test('creates an auction with copies of the items of another one, under new ids', async () => {
  const { original, body } = await ended();
  const copy = await w.call(admin, createAuction, { body });
  expect(copy.code).toBe('Success');
  expect(copy.data).toMatchObject({ title: original.title, status: 'upcoming', bidderCount: 0 });
  const withoutIds = (auction: typeof original) =>
    auction.items.map(({ auctionItemId: _own, minPrice: _low, maxPrice: _high, priceToWin: _win, ...item }) => item);
  expect(withoutIds(copy.data)).toEqual(withoutIds(original));
  const ids = new Set([...original.items, ...copy.data.items].map(({ auctionItemId }) => auctionItemId));
  expect(ids.size).toBe(4);
});

test('rejects a copy whose items are smaller than the new minimum, and a copy of a missing auction', async () => {
  const { original, body } = await ended();
  const larger = await w.call(admin, createAuction, { body: { ...body, minimumRecQuantity: 800 } });
  expect(larger).toMatchObject({ code: 'draft_items_to_correct', params: { items: original.items[0]?.name } });
  const missing = await w.call(admin, createAuction, { body: { ...body, itemsOf: owner.accountId } });
  expect(missing.code).toBe('not_found');
});
