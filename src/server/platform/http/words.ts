import { channel } from 'node:diagnostics_channel';
import { createTranslator } from 'use-intl/core';
import type { ErrorCode, ErrorParams } from '#contract/errors/errors.ts';
import { platformDecimals } from '#domain/basics/currency.ts';
import { isBaseLanguage, type Language } from '#domain/basics/language.ts';
import { priceFormat } from '#domain/basics/price.ts';
import type { FeeNames } from '#domain/platform-setting/fee-names.ts';
import { withFeeNames } from '#domain/platform-setting/fee-phrases.ts';
import en from '#phrases/en.json' with { type: 'json' };
import { flatPhrases, inLanguage, phrasesToReview, type Phrases } from '#phrases/review-phrases.ts';
import zh from '#phrases/zh.json' with { type: 'json' };

type Messages = typeof en | typeof zh;

const translatorOf = <Of extends Messages>(locale: Language, messages: Of, decimals: number) =>
  createTranslator({ locale, messages, timeZone: 'UTC', formats: { number: { price: priceFormat(decimals) } } });

/** The translator of all server texts that people read, such as messages in replies and emails. */
export type Words = ReturnType<typeof translatorOf<typeof en>> | ReturnType<typeof translatorOf<typeof zh>>;

type Known = {
  readonly messages: Messages;
  /** A translator keeps each text that it has read, with its formats. So each number of decimals has its translator. */
  readonly translators: Map<number, Words>;
  /** The texts of an added language by key, without those that cannot be used. Empty for a language of Greenlot. */
  readonly own: ReadonlyMap<string, string>;
};
const NOTHING_OWN: Known['own'] = new Map();

/** All languages of which this process knows the phrases. */
const known = new Map<Language, Known>([
  ['en', { messages: en, translators: new Map(), own: NOTHING_OWN }],
  ['zh', { messages: zh, translators: new Map(), own: NOTHING_OWN }],
]);

/** Adds a language with the phrases of its file. English phrases take the place of those that cannot be used. */
export function addLanguage(language: Language, phrases: Phrases): void {
  const unusable = new Set(phrasesToReview(en, phrases).flatMap(({ key, why }) => (why === 'equal' ? [] : [key])));
  const own = new Map(flatPhrases(phrases).filter(([key]) => !unusable.has(key)));
  known.set(language, { messages: inLanguage(en, phrases) as typeof en, translators: new Map(), own });
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
export function wordsIn(language: Language): Words {
  const found = known.has(language) ? language : 'en';
  const { messages, translators } = known.get(found) as Known;
  const decimals = platformDecimals();
  const words = translators.get(decimals) ?? translatorOf(found, messages, decimals);
  translators.set(decimals, words);
  return words;
}

/** Returns the translator with the names of fees from the platform's settings (`settingIn(db, 'feeNames')`). */
export const wordsWithFees = (language: Language, names: FeeNames): Words =>
  withFeeNames(wordsIn(language) as unknown as Parameters<typeof withFeeNames>[0], names, language) as Words;

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
