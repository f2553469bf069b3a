import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addItem, updateItem } from '#contract/auction/auction.ts';
import { registerDevice, updateDevice } from '#contract/certificate/device.ts';
import { addSellOrderItem } from '#contract/marketplace/sell-order.ts';
import { getPlatformSettings, updateRegions } from '#contract/platform-setting/platform-setting.ts';
import { itemsOf } from '#server/auction/auction-rows.ts';
import { copyItems, refuseItems } from '#server/auction/items/stored-items.ts';
import { aDevice } from '#testing/builders/certificate-builders.ts';
import { LEFT_EMPTY } from '#testing/builders/item-builders.ts';
import { aSellOrderItem, makeSellOrder, MARKETPLACE_ON } from '#testing/builders/marketplace-builders.ts';
import { insertAuction } from '#testing/builders/records.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

let w: World;
let admin: SignedIn;
let seller: SignedIn;
let auctionId: string;
beforeAll(async () => {
  w = await world(MARKETPLACE_ON);
  [admin, seller] = await Promise.all([w.signedIn({ role: 'Admin' }), w.signedIn()]);
  const { db } = w.database;
  const wish = { ownerAccountId: seller.accountId, createdBy: admin.userId, startsIn: 3_600, endsIn: 7_200 };
  ({ auctionId } = await insertAuction(db, { ...wish, bidders: [] }));
});
afterAll(() => w.end());

async function offer(...recCountries: string[]) {
  const { version, ...regions } = (await w.call(admin, getPlatformSettings)).data.regions;
  return w.call(admin, updateRegions, { body: { ...regions, recCountries, version } });
}

const anItem = (recCountry: string, recQuantity = 100) => ({
  ...LEFT_EMPTY,
  recCountry,
  recFuelType: 'Wind' as const,
  vintageYear: 2025,
  vintagePeriod: 'FullYear' as const,
  recQuantity,
  partialFulfillment: true,
  minimumBidPrice: 3,
  maximumBidPrice: 15,
});
const add = (recCountry: string) => w.call(admin, addItem, { params: { id: auctionId }, body: anItem(recCountry) });

test('items and devices of a country are accepted as long as the platform offers it, and keep it afterwards', async () => {
  const { id: sellOrderId } = await makeSellOrder(w, admin, { seller, items: [], publishTime: null });
  const list = () =>
    w.call(admin, addSellOrderItem, { params: { id: sellOrderId }, body: aSellOrderItem({ recCountry: 'TH' }) });
  const device = { ...aDevice(), country: 'TH' };
  const register = () => w.call(seller, registerDevice, { params: { id: seller.accountId }, body: device });
  const unknown = { code: 'choice_unknown' };
  expect((await add('TH')).fields).toMatchObject({ recCountry: unknown });
  expect((await list()).fields).toMatchObject({ recCountry: unknown });
  expect((await register()).fields).toMatchObject({ country: unknown });

  await offer('MY', 'TH');
  const { data: item } = await add('TH');
  expect(item).toMatchObject({ recCountry: 'TH', name: 'TH.Wind.2025' });
  expect((await list()).data).toMatchObject({ recCountry: 'TH' });
  const { data: registered } = await register();
  expect((await add('VN')).fields).toMatchObject({ recCountry: unknown });

  await offer('MY', 'VN');
  const update = (recCountry: string) =>
    w.call(admin, updateItem, {
      params: { id: auctionId, itemId: item.auctionItemId },
      body: anItem(recCountry, 200),
    });
  expect((await update('TH')).data).toMatchObject({ recCountry: 'TH', recQuantity: 200 });
  expect((await update('CN')).fields).toMatchObject({ recCountry: unknown });
  const change = (country: string) =>
    w.call(seller, updateDevice, { params: { id: registered.id }, body: { ...device, country, name: 'Chumphon' } });
  expect((await change('TH')).data).toMatchObject({ country: 'TH', name: 'Chumphon' });
  expect((await change('CN')).fields).toMatchObject({ country: unknown });
});

test('an auction is copied with an item of a country that was removed', async () => {
  await offer('MY', 'TH');
  const wish = { ownerAccountId: seller.accountId, createdBy: admin.userId, startsIn: 3_600, endsIn: 7_200 };
  const { auctionId: id } = await insertAuction(w.database.db, { ...wish, items: [], bidders: [] });
  await w.call(admin, addItem, { params: { id }, body: anItem('TH') });
  await offer('MY');
  const { auctionId: copy } = await insertAuction(w.database.db, { ...wish, items: [], bidders: [] });
  await copyItems(w.database.db, { from: id, to: copy });
  const items = await itemsOf(w.database.db, [copy]);
  expect(items).toMatchObject([{ country: 'TH' }]);
  expect(() => refuseItems(items, { minimumRecQuantity: 1, minimumBiddingRecQuantity: 1 })).not.toThrow();
});

test('the database accepts only countries that the platform offers or has offered', async () => {
  const insert = (country: string) =>
    sql`insert into device (id, account_id, registry, registry_id, name, country, fuel_type, supported, created_by)
        values (gen_random_uuid(), ${seller.accountId}, 'irec', ${country}, 'Direct', ${country}, 'Wind', 'unknown', ${seller.userId})`.execute(
      w.database.db,
    );
  await expect(insert('ZA')).rejects.toThrow('device_country_fkey');
  await offer('MY', 'ZA');
  await offer('MY');
  await insert('ZA');
  for (const country of ['CN', 'MY', 'VN']) await insert(country);
});

test('refuses countries of RECs that are unknown, repeated or missing, with the field', async () => {
  expect((await offer()).fields).toMatchObject({ recCountries: { code: 'field_required' } });
  expect((await offer('XX')).fields).toMatchObject({ recCountries: { code: 'country_code_unknown' } });
  expect((await offer('MY', 'MY')).fields).toMatchObject({ recCountries: { code: 'country_repeated' } });
});
