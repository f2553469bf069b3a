/** The languages in which Greenlot is written: documents, invoices, and the texts of messages exist in these languages. */
export const BASE_LANGUAGES = ['en', 'zh'] as const;
export type BaseLanguage = (typeof BASE_LANGUAGES)[number];

declare const ADDED: unique symbol;
/**
 * A language of screens and emails, as an ISO 639 code (docs/rules.md#variants). A file of phrases adds a language
 * (docs/languages.md). English is the default.
 */
export type Language = BaseLanguage | (string & { readonly [ADDED]: true });

/** Returns whether a text has the form of a language: two or three small letters. */
export const isLanguage = (text: string): text is Language => /^[a-z]{2,3}$/.test(text);

export const isBaseLanguage = (language: string): language is BaseLanguage =>
  BASE_LANGUAGES.some((base) => base === language);

/** Returns the language of texts that exist only in the languages of Greenlot. Readers of other languages get English. */
export const baseLanguageOf = (language: Language): BaseLanguage => (isBaseLanguage(language) ? language : 'en');

/**
 * Returns the language that people get if they name none that is on offer: English, or the first one if English is not
 * on offer.
 */
export const defaultLanguageOf = (offered: readonly Language[]): Language =>
  offered.includes('en') ? 'en' : (offered[0] ?? 'en');

const TAGS: Record<BaseLanguage, string> = { en: 'en-GB', zh: 'zh-CN' };

/**
 * Returns the language tag for Intl and for the `lang` attribute. By this attribute, a browser selects Chinese glyphs.
 */
export const languageTag = (language: Language): string => (isBaseLanguage(language) ? TAGS[language] : language);

/**
 * Returns the locale for the months of dates. In every language, dates have the same form, Latin digits and the
 * Gregorian calendar (docs/rules.md#lists).
 */
export const dateLocale = (language: Language): string =>
  isBaseLanguage(language) ? 'en-US' : `${language}-u-ca-gregory-nu-latn`;
