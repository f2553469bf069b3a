import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { envSchema } from '#contract/basics/env.ts';
import { registerCompany } from '#contract/company/registration.ts';
import { getPlatformSettings, updateLanguages } from '#contract/platform-setting/platform-setting.ts';
import type { Language } from '#domain/basics/language.ts';
import { openDatabase } from '#server/platform/database/database.ts';
import { queueMails } from '#server/platform/mail/queue-mails.ts';
import { aCompany } from '#testing/builders/company-builders.ts';
import { temporaryFolder, type TemporaryFolder } from '#testing/world/temporary-folder.ts';
import { world, worldOn, type SignedIn, type World } from '#testing/world/world.ts';

/** A file of phrases with a few texts. One has other placeholders than the English phrase, so it cannot be used. */
const MALAY = {
  error: { not_found: 'Tidak dijumpai', choice_unknown: 'Sila pilih {lain}' },
  mail: {
    salutation: '{known, select, yes {{name} yang dihormati} other {Tuan atau Puan}}',
  },
  accountMail: { administrator: { subject: 'Anda dijemput sebagai pentadbir' } },
};

let folder: TemporaryFolder;
let near: World;
/** A second process on the same database. */
let far: World;
let owner: SignedIn;
beforeAll(async () => {
  folder = await temporaryFolder('languages');
  await writeFile(join(folder.path, 'ms.json'), JSON.stringify(MALAY));
  const settings = { PHRASES_FOLDER: folder.path };
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
const offer = async (offered: string[], who = owner) => {
  const { version } = (await settings()).languages;
  return near.call(who, updateLanguages, { body: { offered, version } });
};
const envOf = async (w: World, language: string) =>
  envSchema.parse((await w.app.inject({ url: '/env', headers: { 'accept-language': language } })).json());
const messageIn = async (w: World, language: string) => {
  const { body } = await w.app.inject({ url: '/auction-api/nowhere', headers: { 'accept-language': language } });
  return (JSON.parse(body) as { message: string }).message;
};
const newestMail = async () =>
  (await near.database.db.selectFrom('outbox').select(['subject', 'body']).orderBy('created_at', 'desc').execute())[0];
const mailTo = async (recipient: string, language?: Language) => {
  await queueMails(near.database.db, 'test', [
    {
      recipient,
      ...(language && { language }),
      write: (_language, { words }) => ({
        subject: words('accountMail.administrator.subject'),
        body: words('accountMail.administrator.subject'),
      }),
    },
  ]);
  return newestMail();
};

test('one file makes a language known, and an owner offers it in every process', async () => {
  expect((await settings()).languageChoices.map(({ language }) => language)).toEqual(['en', 'zh', 'ms']);
  expect((await envOf(far, 'ms')).languages).toEqual(['en', 'zh']);
  expect(await messageIn(far, 'ms,zh')).toMatch(/\p{Script=Han}/u);
  expect((await offer(['ms', 'en'])).data.offered).toEqual(['ms', 'en']);
  await expect.poll(async () => (await envOf(far, 'ms')).languages).toEqual(['en', 'ms']);
  for (const w of [near, far]) {
    await expect.poll(() => messageIn(w, 'ms-MY;q=0.9, en')).toBe('Tidak dijumpai');
    expect((await envOf(w, 'ms')).language).toBe('ms');
  }
});

test('a language that is not on offer any more gives the default', async () => {
  await offer(['ms', 'en']);
  await expect.poll(() => messageIn(far, 'zh')).toBe('Not found');
  await offer(['ms']);
  await expect.poll(() => messageIn(far, 'zh')).toBe('Tidak dijumpai');
  expect((await envOf(far, 'zh')).hasLanguageChoice).toBe(false);
});

test('a phrase that is missing or has other placeholders is English, and the page counts them', async () => {
  await offer(['ms', 'en']);
  await expect.poll(() => messageIn(near, 'ms')).toBe('Tidak dijumpai');
  const refused = await near.call(owner, updateLanguages, {
    body: { offered: ['th'], version: 1 },
    headers: { 'accept-language': 'ms' },
  });
  expect(refused.text).toContain('Please choose one of the listed options');
  const { languageChoices } = await settings();
  const counted = Object.fromEntries(languageChoices.map(({ language, inEnglish }) => [language, inEnglish]));
  expect([counted['en'], counted['zh']]).toEqual([0, 0]);
  expect(counted['ms']).toBeGreaterThan(4_000);
});

test('emails are in the language of their reader, and in all languages on offer if it is unknown', async () => {
  await offer(['ms', 'en']);
  expect(await mailTo('a@example.test', 'ms' as Language)).toMatchObject({
    subject: 'Anda dijemput sebagai pentadbir',
  });
  const unknown = await mailTo('b@example.test');
  expect(unknown?.subject).toBe(`${(await mailTo('c@example.test', 'en'))?.subject} / Anda dijemput sebagai pentadbir`);
  expect(unknown?.body).toContain('Tuan atau Puan');
  expect((await mailTo('d@example.test', 'zh'))?.subject).toBe(unknown?.subject);
  await offer(['en']);
  expect((await mailTo('e@example.test'))?.body).not.toMatch(/\p{Script=Han}|Tuan/u);
});

test('a registration in an added language is stored, and its email names the company in English', async () => {
  await offer(['ms', 'en']);
  await expect.poll(() => messageIn(near, 'ms')).toBe('Tidak dijumpai');
  const founder = await near.signedIn();
  const body = aCompany({ companyName: '太阳', englishCompanyName: 'Suria' });
  const made = await near.call(founder, registerCompany, { body, headers: { 'accept-language': 'ms' } });
  expect(made.status).toBe(200);
  const rows = await near.database.db.selectFrom('company_registration').select('language').execute();
  expect(rows.map(({ language }) => language)).toEqual(['ms']);
  const mails = await near.database.db
    .selectFrom('outbox')
    .select('body')
    .where('recipient', 'like', `${founder.username}%`)
    .execute();
  expect(mails[0]?.body).toContain('yang dihormati');
  expect(mails[0]?.body).toContain('Suria');
});

test('refuses a language without a file, no language at all, and administrators who are no owners', async () => {
  expect((await offer(['en', 'th'])).fields).toMatchObject({ offered: { code: 'choice_unknown' } });
  expect((await offer([])).fields).toMatchObject({ offered: { code: 'field_required' } });
  expect((await offer(['en'], await near.signedIn({ role: 'Admin', adminRoles: ['finance'] }))).code).toBe(
    'admin_role_missing',
  );
});

test('the database offers the same standard languages as the code', async () => {
  const fresh = await world();
  const admin = await fresh.signedIn({ role: 'Admin' });
  const { data } = await fresh.call(admin, getPlatformSettings);
  const sent = fresh.database.db;
  await queueMails(sent, 'test', [
    {
      recipient: 'x@example.test',
      write: (_language, { words }) => ({
        subject: words('accountMail.administrator.subject'),
        body: words('accountMail.administrator.subject'),
      }),
    },
  ]);
  const [mail] = await sent.selectFrom('outbox').select('subject').where('recipient', '=', 'x@example.test').execute();
  expect(mail?.subject.split(' / ')).toHaveLength(data.languages.offered.length);
  await fresh.end();
});
