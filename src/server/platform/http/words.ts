import { channel } from 'node:diagnostics_channel';
import { createTranslator } from 'use-intl/core';
import type { ErrorCode, ErrorParams } from '#contract/errors/errors.ts';
import { isBaseLanguage, type Language } from '#domain/basics/language.ts';
import en from '#phrases/en.json' with { type: 'json' };
import { flatPhrases, inLanguage, phrasesToReview, type Phrases } from '#phrases/review-phrases.ts';
import zh from '#phrases/zh.json' with { type: 'json' };

const base = {
  en: createTranslator({ locale: 'en', messages: en, timeZone: 'UTC' }),
  zh: createTranslator({ locale: 'zh', messages: zh, timeZone: 'UTC' }),
};

/** The translator of all server texts that people read, such as messages in replies and emails. */
export type Words = (typeof base)[keyof typeof base];

type Known = {
  readonly words: Words;
  /** The texts of an added language by key, without those that cannot be used. Empty for a language of Greenlot. */
  readonly own: ReadonlyMap<string, string>;
};
const NOTHING_OWN: Known['own'] = new Map();

/** All languages of which this process knows the phrases. */
const known = new Map<Language, Known>([
  ['en', { words: base.en, own: NOTHING_OWN }],
  ['zh', { words: base.zh, own: NOTHING_OWN }],
]);

/** Adds a language with the phrases of its file. English phrases take the place of those that cannot be used. */
export function addLanguage(language: Language, phrases: Phrases): void {
  const messages = inLanguage(en, phrases);
  const unusable = new Set(phrasesToReview(en, phrases).flatMap(({ key, why }) => (why === 'equal' ? [] : [key])));
  const own = new Map(flatPhrases(phrases).filter(([key]) => !unusable.has(key)));
  const words = createTranslator({ locale: language, messages: messages as typeof en, timeZone: 'UTC' });
  known.set(language, { words, own });
}

export const knownLanguages = (): Language[] => [...known.keys()];

/** Returns an added language's text of a phrase; undefined if readers see the English phrase. */
export const ownPhrase = (language: Language, key: string): string | undefined => known.get(language)?.own.get(key);

const PHRASES = flatPhrases(en).length;

/** Returns how many phrases a language has in English, because its file lacks them. */
export const englishPhrasesOf = (language: Language): number =>
  isBaseLanguage(language) ? 0 : PHRASES - (known.get(language)?.own.size ?? 0);

/**
 * Returns the first language of an `Accept-Language` header that the server knows; English if there is none. A hook has
 * removed the languages that are not on offer (`follow-languages.ts`).
 */
export const languageOf = (header: string | undefined): Language => firstOf(header, knownLanguages()) ?? 'en';

/** Returns the first language of an `Accept-Language` header that is one of the given ones; undefined if none is. */
export function firstOf(header: string | undefined, languages: readonly Language[]): Language | undefined {
  for (const part of (header ?? '').split(',')) {
    const tag = part.trim().split(/[-_;]/, 1)[0]?.toLowerCase();
    const found = languages.find((language) => language === tag);
    if (found) return found;
  }
  return undefined;
}

/** Returns the translator of a language; the English one if the language's file was removed. */
export const wordsIn = (language: Language): Words => known.get(language)?.words ?? base.en;

/** The diagnostics message that is published for each refusal in a reply. */
export type ToldRefusal = { readonly code: ErrorCode; readonly params: ErrorParams | undefined };
/**
 * Name of the diagnostics channel for refusals. Tests subscribe to learn which error codes ever occurred (decision 42).
 */
export const REFUSALS = 'greenlot:refusal';
const refusals = channel(REFUSALS);

/** The diagnostics message that is published for each call that is answered with an error. */
export type AnsweredError = {
  /** Method and path of the route, such as `GET /api/user/auctions/:id`. */
  readonly call: string;
  readonly status: number;
  readonly code: ErrorCode;
};
/** Name of the diagnostics channel for calls that are answered with an error. Tests compare them with the API document. */
export const ANSWERED_ERRORS = channel('greenlot:answered-error');

/** Returns the message of an error in the given language, and publishes the refusal on the diagnostics channel. */
export function errorMessage(language: Language, code: ErrorCode, params: ErrorParams | undefined): string {
  refusals.publish({ code, params } satisfies ToldRefusal);
  const say = wordsIn(language) as unknown as (key: string, values?: ErrorParams) => string;
  return say(`error.${code}`, params);
}
