import { languageTag, type Language } from '#domain/basics/language.ts';
import { WORLD_COUNTRIES } from '#domain/basics/world-country.ts';
import { countryName } from '#web/platform/format/country-name.ts';

/** Returns all countries of the world as choices of a field, by name. */
export function countryChoices(language: Language): { readonly value: string; readonly label: string }[] {
  const { compare } = new Intl.Collator(languageTag(language));
  return WORLD_COUNTRIES.map((value) => ({ value, label: countryName(value, language) })).toSorted((one, other) =>
    compare(one.label, other.label),
  );
}
