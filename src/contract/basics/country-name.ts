import { languageTag, type Language } from '#domain/basics/language.ts';

/** The names of countries by language. Each is made at its first use, because that takes some milliseconds. */
const namesOf = new Map<Language, Intl.DisplayNames>();

function namesIn(language: Language): Intl.DisplayNames {
  const names =
    namesOf.get(language) ?? new Intl.DisplayNames(languageTag(language), { type: 'region', fallback: 'code' });
  namesOf.set(language, names);
  return names;
}

/** Returns the name of any country of the world by its code. Returns a text that is no code unchanged. */
export const countryNameIn = (language: Language, code: string): string =>
  /^[A-Z]{2}$/.test(code) ? (namesIn(language).of(code) ?? code) : code;
