import sharp from 'sharp';
import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addItem, deleteAuction, getAuctionAsUser, listAuctionsAsUser } from '#contract/auction/auction.ts';
import { addOwnItem, getChangeRequest, requestAddItems } from '#contract/auction/change-request.ts';
import { updateDetails, updateOwnDetails, uploadImage, uploadOwnImage } from '#contract/auction/image.ts';
import type { ImageType } from '#domain/auction/images.ts';
import { deleteUnusedImages, UNUSED_KEPT_MS } from '#server/auction/items/image-rows.ts';
import { API_BASE } from '#server/platform/config/config.ts';
import { folderStore } from '#server/platform/files/files.ts';
import { aBomb, aPhoto, aPng } from '#testing/builders/image-builders.ts';
import { LEFT_EMPTY } from '#testing/builders/item-builders.ts';
import { insertAuction, type AuctionOptions } from '#testing/builders/records.ts';
import { temporaryFolder, type TemporaryFolder } from '#testing/world/temporary-folder.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

let w: World;
let home: TemporaryFolder;
let [admin, owner, anna, stranger]: SignedIn[] = [];
const people = () => {
  if (!admin || !owner || !anna || !stranger) throw new Error('the users are missing');
  return { admin, owner, anna, stranger };
};

beforeAll(async () => {
  home = await temporaryFolder('images');
  w = await world({ GREENLOT_DATA: home.path });
  admin = await w.signedIn({ role: 'Admin' });
  [owner, anna, stranger] = await Promise.all([w.signedIn(), w.signedIn(), w.signedIn()]);
});
afterAll(async () => {
  await w.end();
  await home.remove();
});

const anAuction = (wish: Partial<AuctionOptions> = {}) =>
  insertAuction(w.database.db, {
    ownerAccountId: people().owner.accountId,
    createdBy: people().admin.userId,
    startsIn: 600,
    bidders: [{ person: people().anna }],
    ...wish,
  });

const anItem = (imageIds: string[]) => ({
  ...LEFT_EMPTY,
  recCountry: 'VN' as const,
  recFuelType: 'Wind' as const,
  vintageYear: 2025,
  vintagePeriod: 'FullYear' as const,
  recQuantity: 1_000,
  partialFulfillment: true,
  minimumBidPrice: 3,
  maximumBidPrice: 15,
  imageIds,
});

type Upload = { bytes: Uint8Array; name?: string; type?: ImageType };

async function send(who: SignedIn, auctionId: string, { bytes, name = 'x.jpg', type = 'AuctionDetail' }: Upload) {
  const form = new FormData();
  form.set('File', new File([new Uint8Array(bytes)], name, { type: 'image/jpeg' }));
  form.set('Type', type);
  return w.call(who, who === people().admin ? uploadImage : uploadOwnImage, { params: { id: auctionId }, form });
}

const codeOf = async (auctionId: string, bytes: Uint8Array, name?: string) =>
  (await send(people().admin, auctionId, { bytes, ...(name && { name }) })).fields?.['File']?.code;

const show = (url: string) => w.app.inject({ url });
/** Returns data without the signatures of image addresses, which change every six hours. */
const unsigned = (shown: unknown) => JSON.stringify(shown).replaceAll(/&until=\d+&signature=\w+/g, '');
const filesKept = () => readdir(join(home.path, 'files')).catch(() => []);

describe('an image', () => {
  test('is uploaded, assigned to an item, and visible to everyone who sees the auction', async () => {
    const { admin: who, anna: bidder } = people();
    const { auctionId } = await anAuction();
    const params = { id: auctionId };
    const [first, second] = [
      await send(who, auctionId, { bytes: await aPhoto(1_600, 900) }),
      await send(who, auctionId, { bytes: await aPng() }),
    ];
    const imageIds = [second.data.id, first.data.id];
    const added = await w.call(who, addItem, { params, body: anItem(imageIds) });
    expect(added.data.images.map(({ id }) => id)).toEqual(imageIds);
    const seen = await w.call(bidder, getAuctionAsUser, { params });
    const image = seen.data.items.at(-1)?.images[1];
    const reply = await show(image?.url ?? '');
    expect(reply.headers).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'content-disposition': expect.stringContaining('inline'),
      'cache-control': expect.stringMatching(/^private, max-age=\d{5}, immutable$/),
    });
    const small = await sharp((await show(image?.smallUrl ?? '')).rawPayload).metadata();
    // The photo was taken with an upright camera.
    expect([small.width, small.height]).toEqual([360, 640]);
  });

  test('keeps only its pixels, without the location', async () => {
    const photo = await aPhoto();
    expect(photo.includes('Exif')).toBe(true);
    const { data } = await send(people().admin, (await anAuction()).auctionId, { bytes: photo });
    const kept = await sharp((await show(data.url)).rawPayload).metadata();
    expect([kept.exif, kept.icc, kept.xmp]).toEqual([undefined, undefined, undefined]);
  });

  test('represents an auction on its page and in lists', async () => {
    const { owner: who, anna: bidder } = people();
    const { auctionId } = await anAuction();
    const params = { id: auctionId };
    const { data } = await send(who, auctionId, { bytes: await aPng(), type: 'AuctionThumbnail' });
    const chosen = await w.call(who, updateOwnDetails, { params, body: { thumbnailId: data.id } });
    expect(unsigned(chosen.data.thumbnail)).toBe(unsigned(data));
    const { data: list } = await w.call(bidder, listAuctionsAsUser, { query: '?limit=100' });
    expect(unsigned(list.items.find(({ id }) => id === auctionId)?.thumbnail)).toBe(unsigned(data));
    const none = await w.call(people().admin, updateDetails, { params, body: { thumbnailId: null } });
    expect(none.data.thumbnail).toBeNull();
  });

  test('is requested with its item, and visible to the person who decides', async () => {
    const { admin: who, owner: seller } = people();
    const { auctionId } = await anAuction();
    const { data } = await send(seller, auctionId, { bytes: await aPng() });
    await w.call(seller, requestAddItems, { body: { auctionId, version: null, items: [anItem([data.id])] } });
    const asked = await w.call(who, getChangeRequest, { params: { id: auctionId } });
    expect(unsigned(asked.data?.images)).toBe(unsigned([data]));
    expect((await show(asked.data?.images[0]?.smallUrl ?? '')).statusCode).toBe(200);
  });
});

describe('the content of an image', () => {
  const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');

  test('determines its type, whatever its name; hidden data is removed', async () => {
    const { auctionId } = await anAuction();
    expect(await codeOf(auctionId, await aPng(), 'photo.jpg')).toBeUndefined();
    const polyglot = Buffer.concat([await aPhoto(), SVG]);
    const { data } = await send(people().admin, auctionId, { bytes: polyglot });
    expect((await show(data.url)).rawPayload.includes('<script>')).toBe(false);
  });

  test.each([
    ['a drawing', 'file_type_must_be', async () => SVG],
    [
      'an animation',
      'file_type_must_be',
      async () =>
        sharp(await aPng())
          .gif()
          .toBuffer(),
    ],
    ['a web page with the name of an image', 'file_type_must_be', async () => Buffer.from('<!doctype html>')],
    ['nothing', 'file_type_must_be', async () => Buffer.alloc(0)],
    ['the beginning of an image', 'image_unreadable', async () => (await aPhoto(800, 600)).subarray(0, 900)],
    ['a header alone', 'image_unreadable', async () => Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3])],
    ['an image that is too wide', 'image_too_large', async () => aPng(1_921, 10)],
    ['a decompression bomb', 'image_too_large', async () => aBomb(60_000, 60_000)],
    ['a header that declares more than the file has', 'image_unreadable', async () => aBomb(1_900, 1_900)],
    ['a file that is too large', 'file_too_large', async () => Buffer.concat([await aPng(), Buffer.alloc(1_048_576)])],
    ['a file that is far too large', 'file_too_large', async () => Buffer.alloc(3_000_000)],
  ])('%s is rejected: %s', async (_what, code, bytes) => {
    const { auctionId } = await anAuction();
    expect(await codeOf(auctionId, await bytes(), 'photo.png')).toBe(code);
  });

  test('must be in a form with the right field', async () => {
    const url = API_BASE + uploadImage.path.replace('{id}', (await anAuction()).auctionId);
    const headers = { authorization: `Bearer ${people().admin.token}`, 'content-type': 'multipart/form-data' };
    const broken = await w.app.inject({ method: 'POST', url, headers, payload: 'x' });
    expect(broken.json<{ code: string }>().code).toBe('invalid_request');
  });
});

describe('rejects', () => {
  test('too many images for an item, and images of another auction or for another purpose', async () => {
    const { admin: who } = people();
    const [{ auctionId }, other] = [await anAuction(), await anAuction()];
    const refused = async (imageIds: string[]) =>
      (await w.call(who, addItem, { params: { id: auctionId }, body: anItem(imageIds) })).fields?.['imageIds']?.code;
    const png = await aPng();
    const foreign = await send(who, other.auctionId, { bytes: png });
    const thumbnail = await send(who, auctionId, { bytes: png, type: 'AuctionThumbnail' });
    expect(await refused(Array.from({ length: 5 }, () => foreign.data.id))).toBe('maximum_files');
    for (const id of [foreign.data.id, thumbnail.data.id, randomUUID()])
      expect(await refused([id])).toBe('image_unknown');
    const body = { thumbnailId: foreign.data.id };
    const chosen = await w.call(who, updateDetails, { params: { id: auctionId }, body });
    expect(chosen.fields).toMatchObject({ thumbnailId: { code: 'image_unknown' } });
  });

  test('everyone but administrators and the owner, and after the start these too', async () => {
    const { admin: who, owner: seller, anna: bidder, stranger: nobody } = people();
    const bytes = await aPng();
    const [soon, live] = [await anAuction(), await anAuction({ startsIn: -60 })];
    const codes = async (auctionId: string) =>
      Promise.all([who, seller, bidder, nobody].map(async (one) => (await send(one, auctionId, { bytes })).code));
    expect(await codes(soon.auctionId)).toEqual(['Success', 'Success', 'not_found', 'not_found']);
    const started = 'auction_has_started';
    expect(await codes(live.auctionId)).toEqual([started, started, 'not_found', 'not_found']);
    const body = { thumbnailId: null };
    const params = { id: live.auctionId };
    expect((await w.call(seller, updateOwnDetails, { params, body })).code).toBe(started);
    expect((await w.call(bidder, updateOwnDetails, { params, body })).code).toBe('not_found');
  });

  test('an invented, changed or old link, like a missing image', async () => {
    const { data } = await send(people().admin, (await anAuction()).auctionId, { bytes: await aPng() });
    const link = new URL(data.url, 'http://greenlot.test');
    const changed = (name: string, value: string) => {
      const other = new URL(link);
      other.searchParams.set(name, value);
      return other.pathname + other.search;
    };
    const missing = await show(data.url.replaceAll(data.id, randomUUID()));
    const later = String(Number(link.searchParams.get('until')) + 1);
    for (const url of [link.pathname, changed('signature', '0'.repeat(64)), changed('until', later)]) {
      const reply = await show(url);
      expect([reply.statusCode, reply.body]).toEqual([404, missing.body]);
    }
    expect(missing.statusCode).toBe(404);
  });
});

describe('deletes', () => {
  const laterMs = () => Date.now() + UNUSED_KEPT_MS + 60_000;
  const forget = (nowMs: number) => deleteUnusedImages(folderStore(join(home.path, 'files')))(w.database.db, nowMs);

  test('unused images after a day, and those of a deleted auction, but keeps requested ones', async () => {
    const { admin: who, owner: seller } = people();
    await forget(laterMs());
    const before = new Set(await filesKept());
    const [{ auctionId }, gone] = [await anAuction(), await anAuction()];
    const bytes = await aPng();
    const [shown, asked, unused, thumbnail, deleted] = await Promise.all(
      [auctionId, auctionId, auctionId, auctionId, gone.auctionId].map(async (id, at) => {
        const type = at === 3 ? 'AuctionThumbnail' : 'AuctionDetail';
        return (await send(who, id, { bytes, type })).data.id;
      }),
    );
    await w.call(seller, addOwnItem, { params: { id: auctionId }, body: anItem([shown ?? '']) });
    const items = [{ ...anItem([asked ?? '']), recFuelType: 'Hydro' as const }];
    await w.call(seller, requestAddItems, { body: { auctionId, version: null, items } });
    await w.call(who, updateDetails, { params: { id: auctionId }, body: { thumbnailId: thumbnail ?? '' } });
    await w.call(who, deleteAuction, { params: { id: gone.auctionId } });
    const kept = async () => {
      const names = (await filesKept()).filter((name) => !before.has(name) && name.endsWith('-large.webp'));
      return new Set(names.map((name) => name.replace('-large.webp', '')));
    };
    await forget(Date.now());
    expect(await kept()).toEqual(new Set([shown, asked, unused, thumbnail]));
    await forget(laterMs());
    expect(await kept()).toEqual(new Set([shown, asked, thumbnail]));
    const { rows } = await sql`select 1 from image where id = any(${[unused, deleted]}::uuid[])`.execute(w.database.db);
    expect(rows).toEqual([]);
  });
});
