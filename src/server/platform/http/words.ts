import { channel } from 'node:diagnostics_channel';
import { createTranslator } from 'use-intl/core';
import type { ErrorCode, ErrorParams } from '#contract/errors/errors.ts';
import { LANGUAGES, type Language } from '#domain/basics/language.ts';
import type { FeeNames } from '#domain/platform-setting/fee-names.ts';
import { withFeeNames } from '#domain/platform-setting/fee-phrases.ts';
import en from '#phrases/en.json' with { type: 'json' };
import zh from '#phrases/zh.json' with { type: 'json' };

/** Returns the first supported language of an `Accept-Language` header; English if there is none. */
export function languageOf(header: string | undefined): Language {
  for (const part of (header ?? '').split(',')) {
    const tag = part.trim().slice(0, 2).toLowerCase();
    const known = LANGUAGES.find((language) => language === tag);
    if (known) return known;
  }
  return 'en';
}

const translators = {
  en: createTranslator({ locale: 'en', messages: en, timeZone: 'UTC' }),
  zh: createTranslator({ locale: 'zh', messages: zh, timeZone: 'UTC' }),
};

export type Words = (typeof translators)[Language];

/** Returns the translator of all server texts that people read, such as messages in replies and emails. */
export const wordsIn = (language: Language): Words => translators[language];

/** Returns the translator with the names of fees from the platform's settings (`settingIn(db, 'feeNames')`). */
export const wordsWithFees = (language: Language, names: FeeNames): Words =>
  withFeeNames(translators[language] as unknown as Parameters<typeof withFeeNames>[0], names, language) as Words;

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
  const say = translators[language] as unknown as (key: string, values?: ErrorParams) => string;
  return say(`error.${code}`, params);
}
