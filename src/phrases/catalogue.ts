import type en from '#phrases/en.json';

/** The keys and arguments of the English phrases. A language that lacks one of them does not compile as this type. */
export type Catalogue = typeof en;

declare module 'use-intl' {
  interface AppConfig {
    Messages: Catalogue;
  }
}
