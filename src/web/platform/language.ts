import { LANGUAGES, type Language } from '#domain/basics/language.ts';
import { keep, readStored } from '#web/platform/browser-storage.ts';
import { createStore } from '#web/platform/store.ts';

/** Tags for Intl and for the `lang` attribute, by which a browser picks Chinese glyphs. */
export const LANGUAGE_TAGS: Record<Language, string> = { en: 'en-GB', zh: 'zh-CN' };

const isLanguage = (value: unknown): value is Language => LANGUAGES.some((language) => language === value);

export const languageStore = createStore<Language>('en');

export function rememberedLanguage(): Language {
  return readStored('language', isLanguage) ?? 'en';
}

export function chooseLanguage(language: Language): void {
  keep('language', language);
  languageStore.set(language);
}
