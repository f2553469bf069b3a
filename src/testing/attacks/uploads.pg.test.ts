import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { uploadImage } from '#contract/auction/image.ts';
import { placeBid } from '#contract/bidding/bidding.ts';
import { forgotPassword } from '#contract/identity/own-account.ts';
import { API_BASE } from '#server/platform/config/config.ts';
import { aPng } from '#testing/builders/image-builders.ts';
import { aPackage } from '#testing/builders/office-builders.ts';
import { insertAuction } from '#testing/builders/records.ts';
import { uploadFile } from '#testing/builders/template-builders.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

/** In these tests an attacker uploads files and sends bodies that would stop a careless server. */
let w: World;
let admin: SignedIn;
let auctionId: string;
beforeAll(async () => {
  w = await world();
  admin = await w.signedIn({ role: 'Admin' });
  ({ auctionId } = await insertAuction(w.database.db, {
    ownerAccountId: (await w.signedIn()).accountId,
    createdBy: admin.userId,
    startsIn: 600,
  }));
});
afterAll(() => w.end());
afterEach(() => void vi.restoreAllMocks());

const BOUNDARY = 'b';
const part = (head: string, content = '') =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`;
const sendForm = (url: string, parts: readonly string[], headers: Record<string, string> = {}) =>
  w.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}`, ...headers },
    payload: `${parts.join('')}--${BOUNDARY}--\r\n`,
  });

test('does not read a form of thousands of parts, which would take a second', async () => {
  const bomb = Array<string>(15_000).fill(part('name="a"'));
  const authorization = `Bearer ${admin.token}`;
  const read = vi.spyOn(Response.prototype, 'formData');
  for (const [url, headers] of [
    [forgotPassword.path, {}],
    [API_BASE + uploadImage.path.replace('{id}', auctionId), { authorization }],
  ] as const) {
    const reply = await sendForm(url, bomb, headers);
    expect([url, reply.json<{ code: string }>().code]).toEqual([url, 'invalid_request']);
  }
  expect(read).not.toHaveBeenCalled();
  // A route that expects no file does not read forms. A route that expects an image still accepts one.
  expect((await sendForm(forgotPassword.path, [part('name="Email"', 'x@example.com')])).statusCode).toBe(400);
  expect(read).not.toHaveBeenCalled();
  const form = new FormData();
  form.set('File', new File([new Uint8Array(await aPng())], 'x.png'));
  form.set('Type', 'AuctionDetail');
  expect((await w.call(admin, uploadImage, { params: { id: auctionId }, form })).code).toBe('Success');
});

test('does not parse a megabyte of JSON keys for a stranger, which would take half a second', async () => {
  const bomb = JSON.stringify(Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`key${index}`, 1])));
  const parse = vi.spyOn(JSON, 'parse');
  const send = async (url: string, authorization?: string) => {
    const headers = { 'content-type': 'application/json', ...(authorization && { authorization }) };
    return (await w.app.inject({ method: 'POST', url, headers, payload: bomb })).statusCode;
  };
  const bids = API_BASE + placeBid.path.replace('{id}', auctionId);
  const isParsed = (): boolean => parse.mock.calls.some(([text]) => text.length > 65_536);
  expect([await send(forgotPassword.path), await send(bids), await send(bids, 'Bearer made-up')]).toEqual([
    400, 401, 401,
  ]);
  expect(isParsed()).toBe(false);
  // For a signed-in caller the body is parsed, and the answer tells what is wrong with it.
  expect(await send(bids, `Bearer ${(await w.signedIn()).token}`)).toBe(400);
  expect(isParsed()).toBe(true);
});

test('a guide that starts a program on its readers’ computers is rejected, in the administrator’s language', async () => {
  const field = '<w:fldSimple w:instr="DDEAUTO c:\\\\windows\\\\system32\\\\cmd.exe"/>';
  const bytes = aPackage('docx', { more: [{ name: 'word/header1.xml', bytes: Buffer.from(field) }] });
  for (const [language, words] of [
    ['en', 'objects from other programs'],
    ['zh', '其他程序的对象'],
  ] as const) {
    const refused = await uploadFile(w, admin, { bytes, name: 'guide.docx' }, { 'accept-language': language });
    expect([refused.status, refused.fields]).toEqual([
      422,
      { File: { code: 'file_has_objects', message: expect.stringContaining(words) } },
    ]);
  }
});
