import { afterAll, beforeAll, expect, test } from 'vitest';
import { getTemplateContent, getTemplateContentAsAdmin } from '#contract/template.ts';
import { BASE_LANGUAGES } from '#domain/basics/language.ts';
import { folderStore } from '#server/platform/files/files.ts';
import { documentNameIn, FIRST_DOCUMENTS, insertFirstDocuments } from '#server/template/first-documents.ts';
import { temporaryFolder, type TemporaryFolder } from '#testing/world/temporary-folder.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

let w: World;
let home: TemporaryFolder;
let admin: SignedIn;

beforeAll(async () => {
  home = await temporaryFolder('first-documents');
  w = await world({ GREENLOT_DATA: home.path });
  admin = await w.signedIn({ role: 'Admin' });
});
afterAll(async () => {
  await w.end();
  await home.remove();
});

const insert = () =>
  w.database.db.transaction().execute((db) =>
    insertFirstDocuments(db, {
      files: folderStore(`${home.path}/files`),
      platform: { variant: 'GLOBAL', brand: { name: 'Lot & Sons' }, currency: 'USD' },
      userId: admin.userId,
    }),
  );

test('a new platform has guides, terms and a privacy policy, in both languages, once', async () => {
  const names = FIRST_DOCUMENTS.map(({ documentName }) => documentName);
  expect(await insert()).toEqual(names);
  expect(await insert()).toEqual([]);
  for (const language of BASE_LANGUAGES) {
    const found = [];
    for (const templateType of ['UserGuide', 'TermsAndConditions', 'Privacy'])
      found.push(
        ...(
          await w.call(admin, getTemplateContentAsAdmin, {
            query: `?templateType=${templateType}`,
            headers: { 'accept-language': language },
          })
        ).data,
      );
    expect(new Set(found.map(({ documentName }) => documentName))).toEqual(
      new Set(names.map((name) => documentNameIn(language, name))),
    );
    expect(found.every((document) => document.language === language)).toBe(true);
    expect(JSON.stringify(found)).toContain('Lot &amp; Sons');
  }
});

test('only administrators see their guide, and images have their sizes', async () => {
  const { data } = await w.call(undefined, getTemplateContent, { query: '?templateType=UserGuide' });
  expect(data.map(({ documentName }) => documentName)).toEqual(
    FIRST_DOCUMENTS.filter(({ templateType, audience }) => templateType === 'UserGuide' && audience === 'Everyone').map(
      ({ documentName }) => documentName,
    ),
  );
  const [first] = data;
  const html = first?.content.kind === 'text' ? first.content.html : '';
  const [, url = ''] = /<img width="\d+" height="\d+" alt="[^"]+" src="([^"]+)"/.exec(html) ?? [];
  const reply = await w.app.inject({ url: url.replaceAll('&amp;', '&') });
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'image/webp']);
});

test('a first document has its name in the reader’s language until an administrator renames it', () => {
  expect(documentNameIn('zh', 'Guide for buyers')).toBe('买方指南');
  expect(documentNameIn('en', 'Guide for buyers')).toBe('Guide for buyers');
  expect(documentNameIn('zh', 'How we buy')).toBe('How we buy');
});
