import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import sharp from 'sharp';
import { envSchema } from '#contract/basics/env.ts';
import { sendTestMessage } from '#contract/message.ts';
import { removeBrandImage, updateBrand, uploadBrandImage } from '#contract/platform-setting/brand.ts';
import { getPlatformSettings } from '#contract/platform-setting/platform-setting.ts';
import { NO_BRAND, type BrandImage, type BrandSetting } from '#domain/platform-setting/brand.ts';
import { openDatabase } from '#server/platform/database/database.ts';
import { temporaryFolder, type TemporaryFolder } from '#testing/world/temporary-folder.ts';
import { world, worldOn, type SignedIn, type World } from '#testing/world/world.ts';

let folder: TemporaryFolder;
let near: World;
/** A second process on the same database and the same files. */
let far: World;
let owner: SignedIn;
beforeAll(async () => {
  folder = await temporaryFolder('brand-files');
  const settings = { VARIANT: 'GLOBAL', GREENLOT_DATA: folder.path };
  near = await world(settings);
  far = await worldOn(await openDatabase({ url: near.url ?? '' }), near.url, settings);
  owner = await near.signedIn({ role: 'Admin' });
});
afterAll(async () => {
  await far.end();
  await near.end();
  await folder.remove();
});

const settings = async () => (await near.call(owner, getPlatformSettings)).data;
const setBrand = async (brand: Partial<BrandSetting>, who = owner) => {
  const { version } = (await settings()).brand;
  return near.call(who, updateBrand, { body: { ...NO_BRAND, ...brand, version } });
};
const upload = (image: BrandImage, content: string | Uint8Array<ArrayBuffer>, who = owner) => {
  const form = new FormData();
  form.set('File', new File([content], 'x.svg'));
  return near.call(who, uploadBrandImage, { params: { image }, form });
};
const brandOn = async (w: World) => envSchema.parse((await w.app.inject('/env')).json()).brand;
const textOf = async (w: World, url: string) => (await w.app.inject({ url, headers: { accept: 'text/html' } })).body;

const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="40"><script>alert(1)</script>
  <rect width="200" height="40" fill="#ff0000"/></svg>`;

test('every process follows a change: pages, manifest, API document, sign-in pages and emails', async () => {
  await setBrand({ name: 'Suria  & Co ', titleZh: 'Suria 绿证', color: '#FFB400' });
  await expect.poll(() => brandOn(far)).toMatchObject({ name: 'Suria & Co', primaryColor: '#ffb400' });
  for (const w of [near, far]) {
    expect(await brandOn(w)).toMatchObject({
      title: { en: 'Suria & Co REC auctions', zh: 'Suria 绿证' },
      logoUrl: null,
      iconUrl: '/brand/made-icon.svg',
    });
    // `/env` reads the database; the other pages follow a notification.
    await expect
      .poll(async () => JSON.parse(await textOf(w, '/manifest.webmanifest')))
      .toMatchObject({ short_name: 'Suria & Co' });
    expect(JSON.parse(await textOf(w, '/openapi.json'))).toMatchObject({ info: { title: 'Suria & Co auction API' } });
    expect(await textOf(w, '/connect/endsession/success')).toContain('Suria &amp; Co');
  }
  await far.call(owner, sendTestMessage);
  const rows = await near.database.db.selectFrom('outbox').select('subject').execute();
  expect(rows.at(-1)?.subject).toContain('Suria & Co');
});

test('an empty field has its default again', async () => {
  await setBrand({ name: 'Suria' });
  expect((await settings()).brandDefaults).toEqual({
    name: 'Greenlot',
    titleEn: 'Suria REC auctions',
    titleZh: 'Suria 绿证拍卖',
    color: '#0b7a5b',
  });
  await setBrand({});
  await expect.poll(() => brandOn(far)).toMatchObject({ name: 'Greenlot', logoUrl: '/logo-global.svg' });
});

test('an uploaded image is served by every process as pixels, and replaced by the default', async () => {
  const { logoUrl } = (await upload('logo', SVG)).data;
  await expect.poll(() => brandOn(far)).toMatchObject({ logoUrl });
  const served = await far.app.inject(logoUrl ?? '');
  expect(served.headers).toMatchObject({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' });
  expect(served.body).not.toContain('script');
  expect(await sharp(served.rawPayload).metadata()).toMatchObject({ format: 'png', width: 960, height: 192 });
  const { iconUrl } = (await upload('icon', SVG)).data;
  const icon = await far.app.inject(iconUrl ?? '');
  expect(await sharp(icon.rawPayload).metadata()).toMatchObject({ width: 512, height: 512 });
  expect((await settings()).brandImages).toEqual({ logoUrl, iconUrl });

  for (const image of ['logo', 'icon'] as const) await near.call(owner, removeBrandImage, { params: { image } });
  await expect.poll(() => brandOn(far)).toMatchObject({ logoUrl: '/logo-global.svg', iconUrl: '/icon-global.svg' });
  expect((await far.app.inject(logoUrl ?? '')).statusCode).toBe(404);
});

test('bad files are refused with a code at the field', async () => {
  const codeOf = async (content: Parameters<typeof upload>[1]) => (await upload('logo', content)).fields?.File?.code;
  const wide = await sharp({ create: { width: 2_000, height: 10, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  const jpeg = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
    .jpeg()
    .toBuffer();
  expect(await codeOf('no image')).toBe('file_type_must_be');
  expect(await codeOf('<html><body>no drawing</body></html>')).toBe('image_unreadable');
  expect(await codeOf('<svg xmlns="http://www.w3.org/2000/svg"><rect')).toBe('image_unreadable');
  expect(await codeOf(new Uint8Array(jpeg))).toBe('file_type_must_be');
  expect(await codeOf(new Uint8Array(wide))).toBe('image_too_large');
  expect(await codeOf(new Uint8Array(wide).slice(0, 60))).toBe('image_unreadable');
  expect(await codeOf('<svg>'.padEnd(1_100_000))).toBe('file_too_large');
  expect((await settings()).brandImages).toEqual({ logoUrl: null, iconUrl: null });
});

test('no other stored file is served as an image of the brand', async () => {
  expect((await far.app.inject('/brand/uploaded/secret.png')).statusCode).toBe(404);
  expect((await far.app.inject('/brand/uploaded/..%2Fdatabase%2Fx.png')).statusCode).toBe(404);
});

test('refuses bad texts and colors, older versions, and administrators who are no owners', async () => {
  expect((await setBrand({ name: 'a'.repeat(41), color: 'green' })).fields).toMatchObject({
    name: { code: 'less_than_maximum_character' },
    color: { code: 'color_invalid' },
  });
  const { version } = (await settings()).brand;
  const body = { ...NO_BRAND, version };
  expect((await near.call(owner, updateBrand, { body })).data.version).toBe(version + 1);
  expect((await near.call(owner, updateBrand, { body })).code).toBe('settings_changed');
  const finance = await near.signedIn({ role: 'Admin', adminRoles: ['finance'] });
  expect((await setBrand({}, finance)).code).toBe('admin_role_missing');
  expect((await upload('logo', SVG, finance)).code).toBe('admin_role_missing');
  expect((await near.call(finance, removeBrandImage, { params: { image: 'logo' } })).code).toBe('admin_role_missing');
});

test('a process that starts later has the brand that was set', async () => {
  await setBrand({ name: 'Later' });
  const late = await worldOn(await openDatabase({ url: near.url ?? '' }), near.url, { VARIANT: 'GLOBAL' });
  expect((await brandOn(late)).name).toBe('Later');
  await late.end();
});

test('a process that could not read a changed brand tries again', async () => {
  await setBrand({ name: 'Suria' });
  const failures: string[] = [];
  const log = { write: (line: string) => void failures.push(line) };
  const database = await openDatabase({ url: near.url ?? '' });
  const third = await worldOn(database, near.url, { GREENLOT_DATA: folder.path, LOG_LEVEL: 'error' }, log);
  const { db } = near.database;
  await sql`alter table platform_setting rename to setting_away`.execute(db);
  await sql`select pg_notify('platform_setting_changed', '')`.execute(db);
  await expect.poll(() => failures.join('')).toContain('platform_setting');
  await sql`update setting_away set value = jsonb_set(value, '{name}', '"Verdant"') where name = 'brand'`.execute(db);
  await sql`alter table setting_away rename to platform_setting`.execute(db);
  await expect.poll(() => brandOn(third), { timeout: 20_000 }).toMatchObject({ name: 'Verdant' });
  await third.end();
});
