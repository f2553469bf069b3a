import type en from '#phrases/en.json';

/** What every language says: English's keys and arguments. A language that lacks one of them doesn't compile as this. */
export type Catalogue = typeof en;

declare module 'use-intl' {
  interface AppConfig {
    Messages: Catalogue;
    Locale: 'en' | 'zh';
  }
}
