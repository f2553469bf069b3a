import { languageTag, type Language } from '#domain/basics/language.ts';
import { WORLD_COUNTRIES } from '#domain/basics/world-country.ts';

/** Returns the name of a country of the world by its code. The browser has these names in each language. */
export const countryName = (code: string, language: Language): string => namesIn(language).of(code) ?? code;

const namesIn = (language: Language): Intl.DisplayNames =>
  new Intl.DisplayNames(languageTag(language), { type: 'region' });

/** Returns all countries of the world as choices of a field, by name. */
export function countryChoices(language: Language): { readonly value: string; readonly label: string }[] {
  const names = namesIn(language);
  const { compare } = new Intl.Collator(languageTag(language));
  return WORLD_COUNTRIES.map((value) => ({ value, label: names.of(value) ?? value })).toSorted((one, other) =>
    compare(one.label, other.label),
  );
}
