import type en from '#phrases/en.json';
import type zh from '#phrases/zh.json';

/** What every language says, with English's arguments: what `useTranslations` and the server's translators are typed by. */
export type Catalogue = typeof en;

type Shape<Phrases> = { [Key in keyof Phrases]: Phrases[Key] extends string ? string : Shape<Phrases[Key]> };
type Complete<Language extends Shape<Catalogue>> = Language;

/** A phrase of English that Chinese lacks doesn't compile here; all else about the two is in phrases.test.ts. */
export type Chinese = Complete<typeof zh>;

declare module 'use-intl' {
  interface AppConfig {
    Messages: Catalogue;
    Locale: 'en' | 'zh';
  }
}
