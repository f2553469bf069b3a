import { isDeepStrictEqual } from 'node:util';
import {
  getMessageText,
  listMessageTexts,
  previewMessageText,
  updateMessageText,
  type ListedMessageText,
  type MessageText,
  type MessageTexts,
} from '#contract/message-text.ts';
import { BASE_LANGUAGES, type BaseLanguage } from '#domain/basics/language.ts';
import { isSubject, judgeMessageText } from '#domain/notice/message-text.ts';
import { parseTemplate } from '#domain/notice/text-template.ts';
import { writeTemplate } from '#server/platform/mail/write-template.ts';
import type { Brand } from '#server/platform/config/brand.ts';
import type { Db } from '#server/platform/database/database.ts';
import { operation, type Operation } from '#server/platform/http/operation.ts';
import { Refused, refuseFields } from '#server/platform/http/refused.ts';
import { renderMail } from '#server/platform/mail/mail.ts';
import { EDITABLE_MESSAGES, type EditableMessage, type EditedTexts } from '#server/platform/mail/message-texts.ts';
import {
  lockTexts,
  readTextRows,
  readVersions,
  saveTexts,
  type TextRow,
} from '#server/platform/mail/message-text-rows.ts';
import { exampleValues } from '#server/health/message-examples.ts';

type Parts = { readonly brand: Brand; readonly publicUrl: string };

function requireMessage(id: string): EditableMessage {
  const message = EDITABLE_MESSAGES.get(id);
  if (!message) throw new Refused('not_found');
  return message;
}

const NO_TEXTS: EditedTexts = { en: {}, zh: {} };

const bothOf = <T>(make: (language: BaseLanguage) => T): Record<BaseLanguage, T> => ({
  en: make('en'),
  zh: make('zh'),
});

/** Returns the texts of a message by language and part: the edited ones, and the originals of all others. */
const textsOf = ({ parts }: EditableMessage, edited: EditedTexts): Record<BaseLanguage, Record<string, string>> =>
  bothOf((language) =>
    Object.fromEntries(
      parts.map(({ part, phrase, originals }) => [part, edited[language][phrase]?.text ?? originals[language]]),
    ),
  );

function presentListed(message: EditableMessage, row: TextRow | undefined, brand: Brand): ListedMessageText {
  const edited = row?.texts ?? NO_TEXTS;
  const stored = BASE_LANGUAGES.flatMap((language) =>
    message.parts.flatMap(({ phrase, originals }) => {
      const text = edited[language][phrase];
      return text ? [text.original !== originals[language]] : [];
    }),
  );
  const texts = textsOf(message, edited);
  const [first] = message.parts;
  return {
    id: message.id,
    kind: message.kind,
    title: bothOf((language) => shownText(texts[language][first?.part ?? ''] ?? '', language, brand)),
    isEdited: stored.length > 0,
    isOutdated: stored.includes(true),
    savedAt: row && row.version > 0 ? row.savedAt.toISOString() : null,
    savedBy: row?.savedBy ?? null,
  };
}

const shownText = (text: string, language: BaseLanguage, brand: Brand): string =>
  writeTemplate(parseTemplate(text) ?? [], exampleValues(language, brand.name), language) ?? text;

async function presentText(db: Db, message: EditableMessage, brand: Brand): Promise<MessageText> {
  const row = (await readTextRows(db)).get(message.id);
  const edited = row?.texts ?? NO_TEXTS;
  const versions = await readVersions(db, message.id);
  return {
    ...presentListed(message, row, brand),
    version: row?.version ?? 0,
    parts: message.parts.map(({ part, phrase, originals, rules }) => ({
      part,
      originals,
      olderOriginals: bothOf((language) => {
        const older = edited[language][phrase]?.original;
        return older === undefined || older === originals[language] ? null : older;
      }),
      rules: { ...rules, placeholders: rules.placeholders.map((one) => ({ ...one, options: [...one.options] })) },
    })),
    texts: textsOf(message, edited),
    versions: versions.map(({ version, texts, savedAt, savedBy }) => ({
      version,
      texts: textsOf(message, texts),
      savedAt: savedAt.toISOString(),
      savedBy,
    })),
  };
}

/** Line breaks of forms come as CR LF. */
const cleanText = (text: string): string => text.replaceAll('\r\n', '\n').trimEnd();

/**
 * Returns the texts as they are stored: only those that differ from their originals.
 * @throws Refused with the refusals by field, such as `en.body`
 */
function requireTexts({ parts }: EditableMessage, sent: MessageTexts): EditedTexts {
  const judged = BASE_LANGUAGES.flatMap((language) =>
    parts.map(({ part, rules }) => {
      const text = sent[language]?.[part];
      const refusal = text === undefined ? { code: 'field_required' as const } : judgeMessageText(text, rules);
      return [`${language}.${part}`, refusal] as const;
    }),
  );
  refuseFields(Object.fromEntries(judged));
  return bothOf((language) =>
    Object.fromEntries(
      parts.flatMap(({ part, phrase, originals }) => {
        const text = cleanText(sent[language]?.[part] ?? '');
        const original = originals[language];
        return text === original ? [] : [[phrase, { text, original }]];
      }),
    ),
  );
}

/** Returns a preview of each body, with example values. A text message has no HTML. */
function previewsOf(message: EditableMessage, texts: EditedTexts, { brand, publicUrl }: Parts) {
  const bodies = message.parts.filter(({ part }) => !isSubject(part));
  const shownParts = bodies.length > 0 ? bodies : message.parts;
  return BASE_LANGUAGES.flatMap((language) => {
    const all = textsOf(message, texts)[language];
    const shown = (part: string | undefined) => (part ? shownText(all[part] ?? '', language, brand) : '');
    const subject = shown(message.parts.find(({ part }) => isSubject(part))?.part);
    return shownParts.map(({ part, rules }) => {
      const body = rules.isSubject ? '' : shown(part);
      const isSms = message.id === 'mail_code' && part === 'text';
      return { language, part, subject, ...(isSms ? { text: body, html: '' } : renderMail(brand, publicUrl, body)) };
    });
  });
}

/** Operations by which owners edit the texts of messages (decision 131). */
export const messageTextOperations = (own: Parts): Operation[] => [
  operation(listMessageTexts, async ({ db }) => {
    const rows = await readTextRows(db);
    return { items: [...EDITABLE_MESSAGES.values()].map((one) => presentListed(one, rows.get(one.id), own.brand)) };
  }),

  operation(getMessageText, ({ db, params }) => presentText(db, requireMessage(params.textId), own.brand)),

  operation(updateMessageText, async ({ db, caller, params, body }) => {
    const message = requireMessage(params.textId);
    const texts = requireTexts(message, body.texts);
    const { version, texts: before } = await lockTexts(db, message.id);
    if (version !== body.version) throw new Refused('settings_changed', { version });
    if (!isDeepStrictEqual(before, texts))
      await saveTexts(db, { id: message.id, version: version + 1, texts, userId: caller.userId });
    return presentText(db, message, own.brand);
  }),

  operation(previewMessageText, async ({ params, body }) => {
    const message = requireMessage(params.textId);
    return { previews: previewsOf(message, requireTexts(message, body.texts), own) };
  }),
];
