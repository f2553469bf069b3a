import { afterAll, beforeAll, expect, test } from 'vitest';
import { getSellOrderAsAdmin, updateSellOrderDetails, uploadSellOrderImage } from '#contract/marketplace/sell-order.ts';
import { deleteUnusedImages } from '#server/auction/items/image-rows.ts';
import { releaseSellOrderImages } from '#server/marketplace/sell-order-images.ts';
import { aPng } from '#testing/builders/image-builders.ts';
import { makeSellOrder, MARKETPLACE_ON } from '#testing/builders/marketplace-builders.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

let w: World;
let admin: SignedIn;
let seller: SignedIn;
beforeAll(async () => {
  w = await world(MARKETPLACE_ON);
  [admin, seller] = [await w.signedIn({ role: 'Admin' }), await w.signedIn()];
});
afterAll(() => w.end());

async function upload(id: string, type = 'SellOrderDetail') {
  const form = new FormData();
  form.set('File', new File([new Uint8Array(await aPng())], 'dam.png'));
  form.set('Type', type);
  return w.call(admin, uploadSellOrderImage, { params: { id }, form });
}

const choose = (id: string, imageIds: string[], thumbnailId: string | null = null) =>
  w.call(admin, updateSellOrderDetails, { params: { id }, body: { imageIds, thumbnailId } });

test('images are uploaded, ordered, shown by their links, and deleted when unused', async () => {
  const { id } = await makeSellOrder(w, admin, { seller });
  const { id: another } = await makeSellOrder(w, admin, { seller });
  expect((await upload(id, 'AuctionDetail')).code).toBe('invalid_request');
  const [one, two, three] = [(await upload(id)).data, (await upload(id)).data, (await upload(id)).data];
  expect((await choose(another, [one.id])).fields).toMatchObject({ imageIds: { code: 'image_unknown' } });
  expect((await choose(id, [one.id], two.id)).fields).toMatchObject({ thumbnailId: { code: 'image_unknown' } });
  const chosen = (await choose(id, [two.id, one.id])).data;
  expect([chosen.images.map((image) => image.id), chosen.thumbnail?.id]).toEqual([[two.id, one.id], two.id]);
  expect((await choose(id, [two.id, one.id], one.id)).data.thumbnail?.id).toBe(one.id);
  expect((await w.app.inject(one.smallUrl)).statusCode).toBe(200);

  const removed: string[] = [];
  const files = {
    write: async () => undefined,
    read: async () => undefined,
    stream: async () => undefined,
    remove: async (name: string) => void removed.push(name),
  };
  const inTwoDays = Date.now() + 2 * 24 * 60 * 60_000;
  await releaseSellOrderImages(w.database.db, inTwoDays);
  await deleteUnusedImages(files)(w.database.db, inTwoDays);
  expect(removed.every((name) => name.startsWith(three.id))).toBe(true);
  expect(removed).toHaveLength(2);
  const { data } = await w.call(admin, getSellOrderAsAdmin, { params: { id } });
  expect(data.images.map((image) => image.id)).toEqual([two.id, one.id]);
});
