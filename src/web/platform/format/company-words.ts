import { useMemo } from 'react';
import { countryNameIn } from '#contract/basics/country-name.ts';
import type { Language } from '#domain/basics/language.ts';
import { businessTypeName } from '#domain/platform-setting/business-types.ts';
import { provinceName } from '#domain/platform-setting/regions.ts';
import { env } from '#web/platform/page/env.ts';
import { useLanguage, useSay, type Say } from '#web/platform/phrases/phrase.ts';

/** Returns functions that name the codes of a company: its country, its province and its business type. */
export function companyWords(say: Say, language: Language) {
  const { regions, businessTypes } = env();
  return {
    country: (code: string): string => countryNameIn(language, code),
    province: (code: string): string =>
      provinceName(regions, { province: code, language }, (known) => say(`province.${known}`)),
    businessType: (code: string): string =>
      businessTypeName(businessTypes, { code, language }, (known) => say(`businessType.${known}`)),
  };
}

/** Returns functions that name the codes of a company in the reader's language. */
export function useCompanyWords(): ReturnType<typeof companyWords> {
  const [say, language] = [useSay(), useLanguage()];
  return useMemo(() => companyWords(say, language), [say, language]);
}
