import { countryNameIn } from '#contract/basics/country-name.ts';
import type { Language } from '#domain/basics/language.ts';
import { env } from '#web/platform/page/env.ts';
import { useLanguage } from '#web/platform/phrases/phrase.ts';

/** Returns the name of a country of the world by its code. The browser has these names in each language. */
export const countryName = (code: string, language: Language): string => countryNameIn(language, code);

/**
 * Returns the countries of RECs as choices of a field or a filter.
 *
 * @param kept a country to offer in any case, because an item has it
 */
export function useRecCountries(kept?: string | null): { readonly value: string; readonly label: string }[] {
  const language = useLanguage();
  const { recCountries } = env().regions;
  const codes = kept && !recCountries.includes(kept) ? [...recCountries, kept] : recCountries;
  return codes.map((value) => ({ value, label: countryName(value, language) }));
}
