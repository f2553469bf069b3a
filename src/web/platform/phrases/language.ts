import { LANGUAGES, type Language } from '#domain/basics/language.ts';
import { env } from '#web/platform/page/env.ts';
import { keep, readStored } from '#web/platform/storage/browser-storage.ts';
import { createStore } from '#web/platform/storage/store.ts';

/** Tags for Intl and for the `lang` attribute, by which a browser picks Chinese glyphs. */
export const LANGUAGE_TAGS: Record<Language, string> = { en: 'en-GB', zh: 'zh-CN' };

const isLanguage = (value: unknown): value is Language => LANGUAGES.some((language) => language === value);

export const languageStore = createStore<Language>('en');

/** The language to begin with: what somebody chose in this browser, where there is a choice; else the deployment's. */
export function rememberedLanguage(): Language {
  const { hasLanguageChoice, language } = env();
  return (hasLanguageChoice ? readStored('language', isLanguage) : undefined) ?? language;
}

export function chooseLanguage(language: Language): void {
  keep('language', language);
  languageStore.set(language);
}
