import { LANGUAGES, type Language } from '#domain/basics/language.ts';
import { env } from '#web/platform/page/env.ts';
import { keep, readStored } from '#web/platform/storage/browser-storage.ts';
import { createStore } from '#web/platform/storage/store.ts';

const isLanguage = (value: unknown): value is Language => LANGUAGES.some((language) => language === value);

/** The language of the screens. */
export const languageStore = createStore<Language>('en');

/**
 * Returns the language at the start. If the deployment offers a choice, it is the language stored in this browser.
 * Otherwise it is the deployment's language.
 */
export function rememberedLanguage(): Language {
  const { hasLanguageChoice, language } = env();
  return (hasLanguageChoice ? readStored('language', isLanguage) : undefined) ?? language;
}

/** Changes the language and stores the choice in the browser. */
export function chooseLanguage(language: Language): void {
  keep('language', language);
  languageStore.set(language);
}
