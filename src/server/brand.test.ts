import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, test } from 'vitest';
import { brandFaults, brandOf } from '#server/platform/config/brand.ts';
import { headOf } from '#server/platform/pages/brand-pages.ts';
import { createMailer } from '#server/platform/mail/mail.ts';
import { mailServer } from '#testing/stand-ins/mail-server.ts';
import { readMail } from '#testing/readers/read-mail.ts';
import { temporaryFolder, type TemporaryFolder } from '#testing/world/temporary-folder.ts';
import { world, type World } from '#testing/world/world.ts';

/** A brand that no other test uses, defined by its name and color alone. */
const SURIA = { VARIANT: 'GLOBAL', BRAND_NAME: 'Suria & Co', BRAND_COLOR: '#FFB400' } as const;
const OTHERS = /greenlot|tnbx/i;

let folder: TemporaryFolder;
let w: World;
beforeAll(async () => {
  folder = await temporaryFolder('brand');
  await writeFile(join(folder.path, 'logo.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await writeFile(join(folder.path, 'secret.txt'), 'nobody’s business');
  w = await world({ ...SURIA, BRAND_FOLDER: folder.path, PUBLIC_URL: 'http://suria.example' });
});
afterAll(async () => {
  await w.end();
  await folder.remove();
});

const get = async (url: string) => w.app.inject({ url, headers: { accept: 'text/html' } });

test.each([
  ['GLOBAL', 'Greenlot', '/logo-global.svg', '/icon-global.svg'],
  ['TNBX', 'TNBX', '/logo-tnbx.svg', '/icon-tnbx.svg'],
] as const)('variant %s has its own brand', (VARIANT, name, logoUrl, iconUrl) => {
  const title = { en: `${name} REC auctions`, zh: `${name} 绿证拍卖` };
  expect(brandOf({ VARIANT })).toMatchObject({ name, title, logoUrl, iconUrl });
});

it('a name alone makes a brand: titles, an icon, and no image of another brand', () => {
  expect(brandOf(SURIA)).toEqual({
    name: 'Suria & Co',
    title: { en: 'Suria & Co REC auctions', zh: 'Suria & Co 绿证拍卖' },
    logoUrl: null,
    iconUrl: '/brand/made-icon.svg',
    primaryColor: '#ffb400',
  });
});

it('a folder without images is reported', () => {
  expect(brandFaults({ VARIANT: 'TNBX', BRAND_FOLDER: '/nowhere' })).toEqual([
    expect.stringMatching('BRAND_FOLDER: /nowhere contains none of logo.svg'),
  ]);
});

it('serves only the images in the operator’s folder', async () => {
  expect((await get('/env')).json()).toMatchObject({ brand: { logoUrl: '/brand/logo.svg' }, currency: 'USD' });
  expect((await get('/brand/logo.svg')).headers['content-type']).toMatch('image/svg+xml');
  expect((await get('/brand/secret.txt')).body).not.toContain('business');
  expect((await get('/brand/made-icon.svg')).body).toContain('>S</text>');
});

it('page heads, the manifest, the API page and those of OpenID bear only its name', async () => {
  const { brand } = (await get('/env')).json<{ brand: Parameters<typeof headOf>[0] }>();
  const pages = [
    '/manifest.webmanifest',
    '/docs',
    '/connect/authorize?client_id=nobody',
    '/connect/endsession/success',
  ];
  const texts = [headOf(brand), ...(await Promise.all(pages.map(async (url) => (await get(url)).body)))];
  for (const text of texts) {
    expect(text).toMatch(/Suria &(amp;)? Co/);
    expect(text).not.toMatch(OTHERS);
  }
});

it('emails bear its name, color and address', async () => {
  const { mails, configFor, close } = await mailServer(0);
  const send = createMailer(configFor(undefined, { ...SURIA, PUBLIC_URL: 'http://suria.example' }));
  const body = 'Read <this> at http://suria.example/user/past.';
  await send?.({ kind: 'test', channel: 'email', recipient: 'mei@example.com', subject: '结果', body });
  await close();
  const [source = ''] = mails;
  const mail = readMail(source);
  expect(mail).toMatchObject({ from: '"Suria & Co" <no-reply@suria.example>', to: 'mei@example.com', subject: '结果' });
  expect(mail.body).toContain(body);
  expect(mail.body).toContain('Suria & Co REC auctions · Suria & Co 绿证拍卖');
  expect(mail.html).toContain('Read &lt;this&gt; at <a href="http://suria.example/user/past"');
  expect(source + mail.body + mail.html).not.toMatch(OTHERS);
});
