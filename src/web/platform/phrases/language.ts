import type { Language } from '#domain/basics/language.ts';
import { env } from '#web/platform/page/env.ts';
import { keep, readStored } from '#web/platform/storage/browser-storage.ts';
import { createStore } from '#web/platform/storage/store.ts';

const isOffered = (value: unknown): value is Language => env().languages.some((language) => language === value);

/** The language of the screens. */
export const languageStore = createStore<Language>('en');

/**
 * Returns the language at the start. If the platform offers a choice, it is the language stored in this browser, as long
 * as that language is on offer. Otherwise it is the platform's language.
 */
export function rememberedLanguage(): Language {
  const { hasLanguageChoice, language } = env();
  return (hasLanguageChoice ? readStored('language', isOffered) : undefined) ?? language;
}

/** Returns the name of a language in that language, whatever the language on screen. */
export const languageName = (language: Language): string =>
  new Intl.DisplayNames(language, { type: 'language', fallback: 'code' }).of(language) ?? language;

/** Changes the language and stores the choice in the browser. */
export function chooseLanguage(language: Language): void {
  keep('language', language);
  languageStore.set(language);
}
