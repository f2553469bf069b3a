import { LANGUAGE_TAGS, LANGUAGES, type Language } from '#domain/basics/language.ts';

const NAMES = Object.fromEntries(
  LANGUAGES.map((language) => [
    language,
    new Intl.DisplayNames(LANGUAGE_TAGS[language], { type: 'region', fallback: 'code' }),
  ]),
) as Record<Language, Intl.DisplayNames>;

/** Returns the name of any country of the world by its code. Returns a text that is no code unchanged. */
export const countryNameIn = (language: Language, code: string): string =>
  /^[A-Z]{2}$/.test(code) ? (NAMES[language].of(code) ?? code) : code;
