import { channel } from 'node:diagnostics_channel';
import { createTranslator } from 'use-intl/core';
import type { ErrorCode, ErrorParams } from '#contract/errors/errors.ts';
import { LANGUAGES, type Language } from '#domain/basics/language.ts';
import en from '#phrases/en.json' with { type: 'json' };
import zh from '#phrases/zh.json' with { type: 'json' };

/** The first language of an `Accept-Language` header that we speak; English otherwise. */
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

/** Every word that a person reads, on the server's side: answers, mails. */
export const wordsIn = (language: Language) => translators[language];

/** What is told of each refusal that is put into words for an answer. */
export type ToldRefusal = { readonly code: ErrorCode; readonly params: ErrorParams | undefined };
/** Name of the diagnostics channel of these. Our tests listen, to know which of the catalogue were ever met (decision 42). */
export const REFUSALS = 'greenlot:refusal';
const refusals = channel(REFUSALS);

/** The message of an error in the reader's language, for an answer that carries it. */
export function errorMessage(language: Language, code: ErrorCode, params: ErrorParams | undefined): string {
  refusals.publish({ code, params } satisfies ToldRefusal);
  const say = translators[language] as unknown as (key: string, values?: ErrorParams) => string;
  return say(`error.${code}`, params);
}
