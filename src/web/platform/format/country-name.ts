import { countryNameIn } from '#contract/basics/country-name.ts';
import { languageTag, type Language } from '#domain/basics/language.ts';
import { WORLD_COUNTRIES } from '#domain/basics/world-country.ts';
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

/** Returns all countries of the world as choices of a field, by name. */
export function countryChoices(language: Language): { readonly value: string; readonly label: string }[] {
  const { compare } = new Intl.Collator(languageTag(language));
  return WORLD_COUNTRIES.map((value) => ({ value, label: countryName(value, language) })).toSorted((one, other) =>
    compare(one.label, other.label),
  );
}
