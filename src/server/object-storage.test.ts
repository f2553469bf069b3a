import { afterAll, beforeAll, expect, test } from 'vitest';
import { uploadTemplateFile, uploadTemplateImage } from '#contract/template.ts';
import { aPhoto } from '#testing/builders/image-builders.ts';
import { s3Server } from '#testing/stand-ins/s3-server.ts';
import { aPdf } from '#testing/builders/office-builders.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

/**
 * The object storage of the tested deployment. The tests cover uploads, downloads, and the replies when the storage
 * fails.
 */
let server: Awaited<ReturnType<typeof s3Server>>;
let w: World;
let admin: SignedIn;
beforeAll(async () => {
  server = await s3Server();
  w = await world(server.settings);
  admin = await w.signedIn({ role: 'Admin' });
});
afterAll(async () => {
  await w.end();
  await server.close();
});

const aForm = (bytes: Uint8Array, name: string): { form: FormData } => {
  const form = new FormData();
  form.set('File', new File([new Uint8Array(bytes)], name));
  return { form };
};

const TOLD = expect.objectContaining({ code: 'files_unavailable', message: '目前无法保存或显示文件，请稍后重试' });
const inChinese = { headers: { 'accept-language': 'zh' } };

test('keeps an image in two sizes; reports a storage failure, and shows the image again later (ASVS 16.5.2)', async () => {
  const kept = await w.call(admin, uploadTemplateImage, aForm(await aPhoto(), 'x.jpg'));
  expect(kept.status).toBe(200);
  expect(server.objects.size).toBe(2);
  const show = (url: string) => w.app.inject({ url, ...inChinese });
  expect((await show(kept.data.url)).statusCode).toBe(200);
  server.fail(503, 503, 503);
  const refused = await show(kept.data.url);
  expect([refused.statusCode, refused.json()]).toEqual([503, TOLD]);
  expect((await show(kept.data.url)).statusCode).toBe(200);
});

test('an upload that the storage rejects fails in the language of the sender, and leaves nothing', async () => {
  const before = server.objects.size;
  server.fail('cut', 500, 503);
  const pdf = aPdf();
  const refused = await w.call(admin, uploadTemplateFile, { ...aForm(pdf, 'terms.pdf'), ...inChinese });
  expect([refused.status, JSON.parse(refused.text)]).toEqual([503, TOLD]);
  expect(server.objects.size).toBe(before);
  const again = await w.call(admin, uploadTemplateFile, aForm(pdf, 'terms.pdf'));
  expect(again.status).toBe(200);
  const download = await w.app.inject({ url: again.data.url });
  expect(download.rawPayload.equals(pdf)).toBe(true);
  server.fail(503, 503, 503);
  expect((await w.app.inject({ url: again.data.url })).statusCode).toBe(503);
});
