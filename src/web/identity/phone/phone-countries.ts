import { env } from '#web/platform/page/env.ts';
import type { Language } from '#domain/basics/language.ts';
import { LANGUAGE_TAGS } from '#web/platform/phrases/language.ts';

export type PhoneCountry = { readonly country: string; readonly code: string; readonly name: string };

/** Countries whose phones are taken (specification 9), by their names in the reader's language. */
export function phoneCountries(language: Language): readonly PhoneCountry[] {
  const tag = LANGUAGE_TAGS[language];
  const names = new Intl.DisplayNames(tag, { type: 'region' });
  return env()
    .phoneCountries.map((one) => ({ ...one, name: names.of(one.country) ?? one.country }))
    .toSorted((a, b) => a.name.localeCompare(b.name, tag));
}

export const codeOfCountry = (country: string): string =>
  env().phoneCountries.find((one) => one.country === country)?.code ?? '';

/** Malaysia, where it is on offer: most people here are at home there. */
export const firstPhoneCountry = (): string =>
  (env().phoneCountries.find(({ country }) => country === 'MY') ?? env().phoneCountries[0])?.country ?? '';
