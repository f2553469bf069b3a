import type { Language } from '#domain/basics/language.ts';

export type NamedCompany = { readonly companyName: string; readonly englishCompanyName: string };

/** Returns the company's name for a reader of this language. A company with an English name may have no second one. */
export const companyNameIn = (language: Language, { companyName, englishCompanyName }: NamedCompany): string =>
  (language === 'en' && englishCompanyName) || companyName;
