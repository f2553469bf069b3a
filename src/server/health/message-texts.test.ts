import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getAuditLine, listAuditLines } from '#contract/audit.ts';
import { inviteAdministrator } from '#contract/identity/administrator.ts';
import { getMessageText, listMessageTexts, previewMessageText, updateMessageText } from '#contract/message-text.ts';
import { MESSAGE_KINDS } from '#domain/notice/message.ts';
import { isMessageText, judgeMessageText } from '#domain/notice/message-text.ts';
import { parseTemplate, usesIn } from '#domain/notice/text-template.ts';
import { writeTemplate } from '#server/platform/mail/write-template.ts';
import { exampleValues } from '#server/health/message-examples.ts';
import { wordsIn } from '#server/platform/http/words.ts';
import { composeMails, setFaultReport } from '#server/platform/mail/queue-mails.ts';
import { EDITABLE_MESSAGES, type EditedTexts } from '#server/platform/mail/message-texts.ts';
import en from '#phrases/en.json' with { type: 'json' };
import { world, type SignedIn, type World } from '#testing/world/world.ts';

let w: World;
let owner: SignedIn;
beforeAll(async () => {
  w = await world();
  owner = await w.signedIn({ role: 'Admin' });
});
afterAll(() => w.end());

const PARTS = [...EDITABLE_MESSAGES.values()].flatMap(({ parts }) => parts);
const LANGUAGES = ['en', 'zh'] as const;

const read = async (textId: string) => (await w.call(owner, getMessageText, { params: { textId } })).data;
const save = (textId: string, body: { version: number; texts: Record<'en' | 'zh', Record<string, string>> }) =>
  w.call(owner, updateMessageText, { params: { textId }, body });

/** The texts of a message with one text replaced. */
async function changed(textId: string, language: 'en' | 'zh', part: string, text: string) {
  const { version, texts } = await read(textId);
  return { version, texts: { ...texts, [language]: { ...texts[language], [part]: text } } };
}

test('every original passes the judge, and looks as the phrase does', () => {
  for (const { phrase, originals, rules } of PARTS)
    for (const language of LANGUAGES) {
      expect([phrase, judgeMessageText(originals[language], rules)]).toEqual([phrase, undefined]);
      const words = wordsIn(language) as unknown as (key: string, values: Record<string, unknown>) => string;
      for (const count of [0, 1, 2, 1234]) {
        const numbers = rules.placeholders.filter(({ form }) => form === 'number').map(({ name }) => [name, count]);
        const values = { ...exampleValues(language, 'Greenlot'), ...(Object.fromEntries(numbers) as object) };
        expect(writeTemplate(parseTemplate(originals[language]) ?? [], values, language)).toBe(words(phrase, values));
      }
    }
});

test('every kind of message has texts, every part a label, and every placeholder an example', () => {
  const kinds = new Set([...EDITABLE_MESSAGES.values()].map(({ kind }) => kind));
  expect([...kinds].toSorted()).toEqual(MESSAGE_KINDS.filter((kind) => kind !== 'other').toSorted());
  expect([...new Set(PARTS.map(({ part }) => part))].toSorted()).toEqual(Object.keys(en.messageText.part).toSorted());
  const names = PARTS.flatMap(({ originals }) => usesIn(parseTemplate(originals.en) ?? []).map(({ name }) => name));
  const examples = Object.keys(exampleValues('en', 'Greenlot'));
  expect([...new Set(names)].toSorted()).toEqual(examples.toSorted());
});

/** Phrases that the server uses as a subject or as the begin of a body, by the source of all files that queue messages. */
test('every subject and body that the server writes is a text that owners can edit', async () => {
  const files = readdirSync('src/server', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(`src/server/${name}`, 'utf8'))
    .filter((source) => /queue-mails|platform\/mail\/outbox|auction-mails/.test(source));
  const phrases = files.flatMap((source) =>
    [...source.matchAll(/(?:subject|body): (?:\w+\.)?(?:words|say)\(\s*[`']([\w.${}-]+)/g)].map(
      ([, start = '']) => start,
    ),
  );
  expect(phrases.length).toBeGreaterThan(20);
  expect(phrases.filter((phrase) => !isMessageText(phrase.replaceAll(/\$\{\w+\}/g, 'x')))).toEqual([]);
  const mail = { recipient: 'mei@example.test', write: () => ({ subject: 'Hello', body: 'There' }) };
  await expect(composeMails(w.database.db, 'test', [mail])).rejects.toThrow('no text of a message');
  // In production, the act that the email is about must not fail.
  const faults: string[] = [];
  setFaultReport(({ message }) => void faults.push(message));
  const [sent] = await composeMails(w.database.db, 'test', [{ ...mail, language: 'en' }]);
  expect(sent).toMatchObject({ subject: 'Hello', body: expect.stringContaining('There') as string });
  expect(faults).toEqual([expect.stringContaining('Hello')]);
});

test('an edited invitation is sent in the next message, and the original after going back', async () => {
  const textId = 'accountMail_administrator';
  const invite = async (username: string) => {
    const body = { username, email: `${username}@example.test`, roles: ['auditor' as const] };
    expect((await w.call(owner, inviteAdministrator, { body })).code).toBe('Success');
    const mails = w.database.db.selectFrom('outbox').select('subject').where('recipient', '=', body.email);
    return (await mails.executeTakeFirst())?.subject;
  };
  expect((await read(textId)).version).toBe(0);
  const saved = await save(textId, await changed(textId, 'en', 'subject', "Join us, it's <b>good</b>"));
  expect(saved.data).toMatchObject({ version: 1, isEdited: true, isOutdated: false, savedBy: owner.username });
  expect(await invite('gina-new')).toBe("Join us, it's <b>good</b>");
  expect((await w.call(owner, listMessageTexts)).data.items).toContainEqual(
    expect.objectContaining({
      id: textId,
      isEdited: true,
      title: expect.objectContaining({ en: "Join us, it's <b>good</b>" }) as unknown,
    }),
  );
  const [line] = (await w.call(owner, listAuditLines, { query: '?act=updateMessageText' })).data.items;
  const act = await w.call(owner, getAuditLine, { params: { id: line?.id ?? '' } });
  expect(act.data.about).toBe(textId);
  expect(JSON.stringify(act.data.changes)).toContain('Join us');
  const { parts, version } = await read(textId);
  const originals = (language: 'en' | 'zh') =>
    Object.fromEntries(parts.map(({ part, originals: all }) => [part, all[language]]));
  await save(textId, { version, texts: { en: originals('en'), zh: originals('zh') } });
  expect(await invite('hana-new')).toBe('You are invited as an administrator');
  const { isEdited, versions } = await read(textId);
  expect(isEdited).toBe(false);
  expect(versions.map(({ version: number, texts }) => [number, texts.en['subject']])).toEqual([
    [2, 'You are invited as an administrator'],
    [1, "Join us, it's <b>good</b>"],
  ]);
});

test('an owner who saw an older version gets 409 with the version', async () => {
  const body = await changed('bidderMail_live', 'zh', 'subject', '正在进行：{title}！');
  expect((await save('bidderMail_live', body)).code).toBe('Success');
  expect(await save('bidderMail_live', body)).toMatchObject({
    status: 409,
    code: 'settings_changed',
    params: { version: 1 },
  });
});

test.each([
  ['', 'field_required'],
  ['x'.repeat(201), 'less_than_maximum_character'],
  ['Code\r\nBcc: eve@example.test', 'text_line_break'],
  ['Code\u0007', 'text_character_unknown'],
  ['Code {', 'text_placeholder_broken'],
  ['Code {password}', 'text_placeholder_unknown'],
  ['{brand, plural, other {x}}', 'text_placeholder_form'],
] as const)('refuses the subject %j with %s, when saving and in the preview', async (text, code) => {
  const body = await changed('mail_code', 'zh', 'subject', text);
  const answer = await save('mail_code', body);
  expect(answer).toMatchObject({ status: 422, fields: { 'zh.subject': { code } } });
  const preview = await w.call(owner, previewMessageText, {
    params: { textId: 'mail_code' },
    body: { texts: body.texts },
  });
  expect(preview.fields).toMatchObject({ 'zh.subject': { code } });
});

test('a text must keep its code, and a message that does not exist has no texts', async () => {
  const answer = await save('mail_code', await changed('mail_code', 'en', 'body', 'Hello {name}'));
  expect(answer.fields).toMatchObject({ 'en.body': { code: 'text_placeholder_missing', params: { name: 'code' } } });
  expect((await w.call(owner, getMessageText, { params: { textId: 'mail_none' } })).code).toBe('not_found');
});

test('a preview shows the frame with escaped text, in both languages, and stores nothing', async () => {
  const { texts } = await changed('accountMail_invitation', 'en', 'body', '<script>{inviter}</script>');
  const answer = await w.call(owner, previewMessageText, {
    params: { textId: 'accountMail_invitation' },
    body: { texts },
  });
  const [english, chinese] = answer.data.previews;
  expect(english).toMatchObject({
    language: 'en',
    part: 'body',
    subject: 'Anna Tan has invited you to join Rimba Hydro',
  });
  expect(english?.html).toContain('&lt;script&gt;Anna Tan&lt;/script&gt;');
  expect(chinese).toMatchObject({ language: 'zh', subject: expect.stringContaining('陈安娜') as unknown });
  expect((await read('accountMail_invitation')).version).toBe(0);
});

test('after an upgrade, an edited text that was made from an older original says so; one that misses its code is not used', async () => {
  await save('mail_passwordChanged', await changed('mail_passwordChanged', 'en', 'subject', 'New password'));
  const older = { 'mail.passwordChangedSubject': { text: 'New password', original: 'Old words' } };
  const texts = JSON.stringify({ en: older, zh: {} } satisfies EditedTexts);
  await w.database.db.updateTable('message_text').set({ texts }).where('id', '=', 'mail_passwordChanged').execute();
  const { isOutdated, parts } = await read('mail_passwordChanged');
  expect(isOutdated).toBe(true);
  expect(parts[0]?.olderOriginals).toEqual({ en: 'Old words', zh: null });
});
