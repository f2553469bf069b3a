import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createTemplate,
  deleteTemplate,
  getTemplate,
  getTemplateContent,
  getTemplateContentAsAdmin,
  getTemplateVersion,
  listTemplates,
  listTemplateTypes,
  listTemplateVersions,
  updateTemplate,
  type SavedTemplate,
} from '#contract/template.ts';
import type { TemplateType } from '#domain/template/template-type.ts';
import { acceptTemplates } from '#contract/template-acceptance.ts';
import { folderStore } from '#server/platform/files/files.ts';
import { deleteUnusedImages } from '#server/auction/items/image-rows.ts';
import { deleteUnusedTemplateFiles, UNUSED_KEPT_MS } from '#server/template/file-operations.ts';
import { aPng } from '#testing/builders/image-builders.ts';
import { aPackage, aPdf } from '#testing/builders/office-builders.ts';
import { aTemplate, inEnglish, uploadFile, uploadPicture } from '#testing/builders/template-builders.ts';
import { temporaryFolder, type TemporaryFolder } from '#testing/world/temporary-folder.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

let w: World;
let home: TemporaryFolder;
let admin: SignedIn;
let second: SignedIn;

beforeAll(async () => {
  home = await temporaryFolder('templates');
  w = await world({ GREENLOT_DATA: home.path });
  [admin, second] = await Promise.all([w.signedIn({ role: 'Admin' }), w.signedIn({ role: 'Admin' })]);
});
afterAll(async () => {
  await w.end();
  await home.remove();
});

type Body = ReturnType<typeof aTemplate>;
const create = async (changes: Partial<Body> = {}): Promise<SavedTemplate> =>
  (await w.call(admin, createTemplate, { body: aTemplate(changes) })).data;

type Edit = Partial<Omit<Body, 'templateType'>>;
const save = (who: SignedIn, { id, version }: { id: string; version: number }, changes: Edit) => {
  const { templateType: _fixed, ...body } = aTemplate(changes);
  return w.call(who, updateTemplate, { params: { id }, body: { ...body, version } });
};

const read = async (templateType: TemplateType, language = 'en') =>
  w.call(undefined, getTemplateContent, {
    query: `?templateType=${templateType}`,
    headers: { 'accept-language': language },
  });
const namesRead = async (templateType: TemplateType) =>
  (await read(templateType)).data?.map(({ documentName }) => documentName) ?? [];

describe('a template', () => {
  test('is saved, found by its name, and read by everyone', async () => {
    const made = await create({ documentName: '  Guide  for sellers ' });
    expect(made).toMatchObject({
      documentName: 'Guide for sellers',
      version: 1,
      languages: ['en'],
      creator: admin.username,
      updater: admin.username,
      isInForce: true,
      cut: [],
    });
    const { data: list } = await w.call(admin, listTemplates, { query: '?search=FOR%20SELL' });
    const { cut: _cut, contents: _contents, acceptedCount: _count, ...summary } = made;
    expect(list).toMatchObject({ items: [summary], total: 1 });
    const { data: found } = await read('UserGuide');
    expect(found.find(({ templateId }) => templateId === made.id)).toMatchObject({
      documentName: 'Guide for sellers',
      content: { kind: 'text', html: '<p>Welcome</p>' },
      language: 'en',
      isInReadersLanguage: true,
    });
  });

  test('is found by its type, page by page, the last saved first', async () => {
    const ids = [];
    for (const name of ['one', 'two', 'three'])
      ids.unshift((await create({ documentName: `Paged ${name}`, templateType: 'Privacy' })).id);
    const page = async (query: string) => {
      const { data } = await w.call(admin, listTemplates, { query: `?search=paged&templateType=Privacy${query}` });
      return [data.items.map(({ id }) => id), data.total];
    };
    expect(await page('&limit=2')).toEqual([ids.slice(0, 2), 3]);
    expect(await page('&limit=2&currentPage=2')).toEqual([ids.slice(2), 3]);
    const { data: none } = await w.call(admin, listTemplates, { query: '?search=paged&templateType=UserGuide' });
    expect(none.total).toBe(0);
    expect((await w.call(admin, listTemplateTypes)).data).toEqual(['UserGuide', 'Privacy', 'TermsAndConditions']);
  });

  test('is found by search text taken literally', async () => {
    await create({ documentName: '100% green_energy' });
    const found = async (search: string) =>
      (await w.call(admin, listTemplates, { query: `?search=${encodeURIComponent(search)}` })).data.total;
    expect([await found('100%'), await found('n_e'), await found('1%0'), await found('nXe')]).toEqual([1, 1, 0, 0]);
  });

  test('names its language if the reader’s own is missing', async () => {
    const contents = { en: { kind: 'text', html: '<p>Hello</p>' }, zh: { kind: 'text', html: '<p>你好</p>' } } as const;
    const [both, english] = [await create({ contents }), await create()];
    const { data } = await read('UserGuide', 'zh-CN,zh;q=0.9');
    const of = (id: string) => data.find(({ templateId }) => templateId === id);
    expect(of(both.id)).toMatchObject({ language: 'zh', isInReadersLanguage: true, content: contents.zh });
    expect(of(english.id)).toMatchObject({ language: 'en', isInReadersLanguage: false });
  });

  test('rejects each wrong field', async () => {
    const missing = { kind: 'file', fileId: crypto.randomUUID() } as const;
    const image = `<img src="/auction-api/images/${crypto.randomUUID()}?x">`;
    for (const [changes, field, code] of [
      [{ documentName: ' ' }, 'documentName', 'field_required'],
      [{ contents: { en: null, zh: null } }, 'contents', 'template_says_nothing'],
      [{ contents: inEnglish('<script>x</script>') }, 'contents.en', 'field_required'],
      [{ contents: { en: null, zh: missing } }, 'contents.zh', 'file_unknown'],
      [{ contents: inEnglish(image) }, 'contents.en', 'image_unknown'],
      [{ audience: 'Admins', templateType: 'Privacy' }, 'audience', 'audience_not_for_policies'],
    ] as const) {
      const { status, fields } = await w.call(admin, createTemplate, { body: aTemplate(changes) });
      expect([status, fields?.[field]?.code]).toEqual([422, code]);
    }
  });
});

describe('a version', () => {
  test('is created by each save and stays unchanged', async () => {
    const made = await create();
    const { data: saved } = await save(second, made, { contents: inEnglish('<p>New</p>'), documentName: 'Renamed' });
    expect(saved).toMatchObject({ version: 2, creator: admin.username, updater: second.username });
    const version = async (number: number) =>
      (await w.call(admin, getTemplateVersion, { params: { id: made.id, version: String(number) } })).data;
    expect(await version(1)).toMatchObject({ documentName: 'Guide for buyers', contents: inEnglish('<p>Welcome</p>') });
    expect(await version(2)).toMatchObject({ documentName: 'Renamed', contents: inEnglish('<p>New</p>') });
    const { data: list } = await w.call(admin, listTemplateVersions, { params: { id: made.id } });
    expect(list.items.map((one) => [one.version, one.updater])).toEqual([
      [2, second.username],
      [1, admin.username],
    ]);
  });

  test('is not created without changes', async () => {
    const made = await create();
    expect((await save(second, made, {})).data).toMatchObject({ version: 1, updater: admin.username });
  });

  test('is created once by two parallel saves, and the other administrator learns who was faster', async () => {
    const made = await create();
    const answers = await Promise.all([
      save(admin, made, { documentName: 'By the first' }),
      save(second, made, { documentName: 'By the second' }),
    ]);
    const [good, refused] = answers.toSorted((one, other) => one.status - other.status);
    expect([good?.status, good?.data.version]).toEqual([200, 2]);
    expect(refused).toMatchObject({ status: 409, code: 'template_changed' });
    expect(refused?.params).toEqual({ updater: good?.data.updater, version: 2 });
    expect((await w.call(admin, getTemplate, { params: { id: made.id } })).data.documentName).toBe(
      good?.data.documentName,
    );
  });

  test.each(['template_version', 'template_version_file', 'template_version_image', 'template_acceptance'])(
    'cannot be changed or deleted by anyone, not even in the database: %s',
    async (table) => {
      await create();
      for (const change of [`update ${table} set version = 9`, `delete from ${table}`, `truncate ${table}`])
        await expect(sql.raw(change).execute(w.database.db)).rejects.toThrow(/only ever added|cannot truncate/);
    },
  );
});

describe('in force', () => {
  test('is the policy saved last; a deactivated one is no longer shown', async () => {
    const older = await create({ templateType: 'TermsAndConditions', documentName: 'Older' });
    const newer = await create({ templateType: 'TermsAndConditions', documentName: 'Newer' });
    expect(await namesRead('TermsAndConditions')).toEqual(['Newer']);
    await save(admin, older, { documentName: 'Older again' });
    expect(await namesRead('TermsAndConditions')).toEqual(['Older again']);
    await save(admin, { id: older.id, version: 2 }, { documentName: 'Older again', isInUse: false });
    expect(await namesRead('TermsAndConditions')).toEqual(['Newer']);
    const shown = async (id: string) => (await w.call(admin, getTemplate, { params: { id } })).data.isInForce;
    expect([await shown(older.id), await shown(newer.id)]).toEqual([false, true]);
    await save(admin, newer, { documentName: 'Newer', isInUse: false });
    const none = await read('TermsAndConditions');
    expect([none.status, none.code]).toEqual([404, 'template_not_found']);
  });

  test('guides for administrators are read by administrators only', async () => {
    const { id } = await create({ audience: 'Admins', documentName: 'How to run auctions' });
    const { data } = await w.call(admin, getTemplateContentAsAdmin, { query: '?templateType=UserGuide' });
    expect(data.map(({ templateId }) => templateId)).toContain(id);
    expect((await read('UserGuide')).text).not.toContain(id);
  });
});

describe('a file', () => {
  test('is uploaded, assigned, and downloaded with its real type', async () => {
    const bytes = aPackage('docx');
    const { data: file } = await uploadFile(w, admin, { bytes, name: '..\\..\\交易 "指南"\u202e.html' });
    expect(file).toMatchObject({ fileName: '交易 指南.html.docx', fileType: 'docx', size: bytes.length });
    const { id } = await create({ contents: { en: null, zh: { kind: 'file', fileId: file.fileId } } });
    const { data } = await read('UserGuide');
    const content = data.find(({ templateId }) => templateId === id)?.content;
    const reply = await w.app.inject({ url: content?.kind === 'file' ? content.url : '' });
    expect(reply.rawPayload.equals(bytes)).toBe(true);
    expect(reply.headers).toMatchObject({
      'content-type': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      'x-content-type-options': 'nosniff',
      'content-length': String(bytes.length),
      'content-disposition': `attachment; filename="__ __.html.docx"; filename*=UTF-8''${encodeURIComponent('交易 指南.html.docx')}`,
      'cache-control': expect.stringMatching(/^private, max-age=\d{5}, immutable$/),
    });
  });

  test('is rejected for its content, whatever its name', async () => {
    const html = Buffer.from('<!doctype html><script>alert(1)</script>');
    expect(await uploadFile(w, admin, { bytes: html, name: 'guide.pdf' })).toMatchObject({
      status: 422,
      fields: { File: { code: 'file_type_must_be' } },
    });
  });

  test('above the size limit is rejected the same just above it and far above it', async () => {
    for (const size of [25 * 1_048_576, 25 * 1_048_576 + 20_000]) {
      const { status, code, fields } = await uploadFile(w, admin, { bytes: Buffer.alloc(size) });
      expect([status, code, fields?.['File']?.code]).toEqual([422, 'file_must_be_under', 'file_must_be_under']);
    }
  });

  test('is not read at all from a user who may not upload', async () => {
    const user = await w.signedIn();
    const codes = [admin, user, undefined].map(async (who) => {
      const headers = { 'content-type': 'multipart/form-data', ...(who && { authorization: `Bearer ${who.token}` }) };
      const reply = await w.app.inject({ method: 'POST', url: '/auction-api/templates/upload', headers, payload: 'x' });
      return reply.json<{ code: string }>().code;
    });
    expect(await Promise.all(codes)).toEqual(['invalid_request', 'forbidden_access', 'not_signed_in']);
  });

  test('requested by an invented link answers like a missing one', async () => {
    const { data: file } = await uploadFile(w, admin, { bytes: aPdf() });
    const missing = await w.app.inject({ url: file.url.replace(file.fileId, crypto.randomUUID()) });
    const changed = await w.app.inject({ url: file.url.slice(0, -1) });
    expect([missing.statusCode, changed.statusCode, changed.body]).toEqual([404, 404, missing.body]);
  });
});

describe('deletes', () => {
  const store = () => folderStore(join(home.path, 'files'));
  const forget = async (nowMs: number) => {
    await deleteUnusedTemplateFiles(store())(w.database.db, nowMs);
    await deleteUnusedImages(store())(w.database.db, nowMs);
  };
  const kept = async (name: string) => (await readdir(join(home.path, 'files'))).some((one) => one.startsWith(name));

  test('files and images that no version names after a day, and keeps those that a version ever named', async () => {
    const [named, unused] = [
      await uploadFile(w, admin, { bytes: aPdf() }),
      await uploadFile(w, admin, { bytes: aPdf() }),
    ];
    const png = await aPng();
    const picture = async () => (await uploadPicture(w, admin, { bytes: png })).data;
    const [shown, lost] = [await picture(), await picture()];
    const made = await create({
      contents: {
        en: { kind: 'text', html: `<p><img src="${shown.url}"></p>` },
        zh: { kind: 'file', fileId: named.data.fileId },
      },
    });
    await save(admin, made, {});
    const idOf = ({ url }: { url: string }) => /images\/([\w-]+)/.exec(url)?.[1] ?? '';
    const all = [named.data.fileId, idOf(shown), unused.data.fileId, idOf(lost)];
    await forget(Date.now());
    expect(await Promise.all(all.map(kept))).toEqual([true, true, true, true]);
    await forget(Date.now() + UNUSED_KEPT_MS + 60_000);
    expect(await Promise.all(all.map(kept))).toEqual([true, true, false, false]);
    await expect(w.database.db.deleteFrom('template_file').execute()).rejects.toThrow('foreign key');
  });
});

test('a template on request while it is inactive and nobody accepted it', async () => {
  const params = ({ id }: SavedTemplate) => ({ params: { id } });
  const used = await create({ documentName: 'Used guide' });
  expect((await w.call(admin, deleteTemplate, params(used))).code).toBe('template_in_use');
  const accepted = await create({ templateType: 'Privacy', documentName: 'Accepted notice' });
  const templates = [{ templateId: accepted.id, version: accepted.version }];
  await w.call(await w.signedIn(), acceptTemplates, { body: { templates } });
  await save(admin, accepted, { documentName: 'Accepted notice', isInUse: false });
  expect((await w.call(admin, deleteTemplate, params(accepted))).code).toBe('template_in_use');
  await save(admin, used, { documentName: 'Used guide', isInUse: false });
  expect((await w.call(admin, deleteTemplate, params(used))).status).toBe(200);
  expect((await w.call(admin, listTemplates, { query: '?search=used' })).data.total).toBe(0);
  expect((await w.call(admin, getTemplate, params(used))).code).toBe('not_found');
  expect((await w.call(admin, deleteTemplate, params(used))).code).toBe('not_found');
});
