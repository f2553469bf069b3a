import { sql } from 'kysely';
import { baseLanguageOf, type BaseLanguage, type Language } from '#domain/basics/language.ts';
import {
  isMessageText,
  isSubject,
  judgeMessageText,
  kindOfText,
  partOf,
  rulesOf,
  type TextRules,
} from '#domain/notice/message-text.ts';
import type { MessageKind } from '#domain/notice/message.ts';
import { parseTemplate, type Template } from '#domain/notice/text-template.ts';
import { writeTemplate, type TemplateValues } from '#server/platform/mail/write-template.ts';
import en from '#phrases/en.json' with { type: 'json' };
import zh from '#phrases/zh.json' with { type: 'json' };
import type { Db } from '#server/platform/database/database.ts';
import { ownPhrase, wordsIn, type Words } from '#server/platform/http/words.ts';

/** A part of a message, such as its subject, and what a text of this part may contain. */
export type MessagePart = {
  readonly part: string;
  /** The name of the phrase, such as `accountMail.invitation.subject`. */
  readonly phrase: string;
  readonly originals: Readonly<Record<BaseLanguage, string>>;
  readonly rules: TextRules;
};

/** A message whose texts owners can edit (decision 131). */
export type EditableMessage = {
  readonly id: string;
  readonly kind: MessageKind;
  readonly parts: readonly MessagePart[];
};

type Phrases = { readonly [name: string]: string | Phrases };

const flat = (phrases: Phrases, start = ''): [string, string][] =>
  Object.entries(phrases).flatMap(([name, phrase]) =>
    typeof phrase === 'string' ? [[start + name, phrase] as [string, string]] : flat(phrase, `${start}${name}.`),
  );

const ORIGINALS: Record<BaseLanguage, ReadonlyMap<string, string>> = { en: new Map(flat(en)), zh: new Map(flat(zh)) };

/** Texts that are sent by SMS. The warning about a phone number is also sent by email. */
const BY_SMS = new Set(['mail.codeText', 'mail.phoneChangedBody']);

function readMessages(): ReadonlyMap<string, EditableMessage> {
  const phrases = new Set([...ORIGINALS.en.keys()].filter(isMessageText));
  const messages = new Map<string, EditableMessage & { parts: MessagePart[] }>();
  for (const phrase of phrases) {
    const { id, part } = partOf(phrase, phrases);
    const message = messages.get(id) ?? { id, kind: kindOfText(id), parts: [] };
    const originals = { en: ORIGINALS.en.get(phrase) ?? '', zh: ORIGINALS.zh.get(phrase) ?? '' };
    const rules = rulesOf(part, BY_SMS.has(phrase), Object.values(originals));
    message.parts.push({ part, phrase, originals, rules });
    messages.set(id, message);
  }
  for (const { parts } of messages.values())
    parts.sort((a, b) => Number(isSubject(b.part)) - Number(isSubject(a.part)));
  return messages;
}

/** All messages by id, from the phrases. */
export const EDITABLE_MESSAGES = readMessages();

const RULES: ReadonlyMap<string, TextRules> = new Map(
  [...EDITABLE_MESSAGES.values()].flatMap(({ parts }) => parts.map(({ phrase, rules }) => [phrase, rules] as const)),
);

/** An edited text, and the original that it was made from. */
export type EditedText = { readonly text: string; readonly original: string };
/** The edited texts of a message, by language and phrase. Phrases with their original text are not in it. */
export type EditedTexts = Readonly<Record<BaseLanguage, Readonly<Record<string, EditedText>>>>;

/** The edited texts that messages use, by language and phrase. */
export type TextsInUse = Readonly<Record<BaseLanguage, ReadonlyMap<string, Template>>>;

/** SQL: the edited texts of all messages as one value. */
export const EDITED_TEXTS = sql<
  readonly EditedTexts[]
>`(select coalesce(jsonb_agg(texts), '[]'::jsonb) from message_text)`;

/**
 * Returns the texts that messages use. A text that no longer fits its original, because an upgrade changed the original,
 * is left out: the message has its original text until an owner edits it again.
 */
export function textsInUse(edited: readonly EditedTexts[]): TextsInUse {
  const inLanguage = (language: BaseLanguage): ReadonlyMap<string, Template> =>
    new Map(
      edited
        .flatMap((texts) => Object.entries(texts[language] ?? {}))
        .flatMap(([phrase, { text }]) => {
          const rules = RULES.get(phrase);
          const template = parseTemplate(text);
          return rules && template && !judgeMessageText(text, rules) ? [[phrase, template] as const] : [];
        }),
    );
  return { en: inLanguage('en'), zh: inLanguage('zh') };
}

/** Reads the edited texts in the current transaction, so that every process uses a new text at once. */
export async function readTexts(db: Db): Promise<TextsInUse> {
  const { rows } = await sql<{ texts: readonly EditedTexts[] }>`select ${EDITED_TEXTS} as texts`.execute(db);
  return textsInUse(rows[0]?.texts ?? []);
}

/** Returns the translator of a language that prefers edited texts. `used` gets each text of a message that it wrote. */
export function wordsWith(texts: TextsInUse, language: Language, used?: (text: string) => void): Words {
  const original = wordsIn(language);
  const words = (phrase: string, values: TemplateValues = {}): string => {
    // An added language has no edited texts. A phrase that its file lacks has the English text, which may be edited.
    const template =
      ownPhrase(language, phrase) === undefined ? texts[baseLanguageOf(language)].get(phrase) : undefined;
    const edited = template && writeTemplate(template, values, language);
    const text = edited ?? (original as unknown as (phrase: string, values: TemplateValues) => string)(phrase, values);
    if (used && isMessageText(phrase)) used(text);
    return text;
  };
  return Object.assign(words, original);
}
