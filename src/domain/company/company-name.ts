import type { Language } from '#domain/basics/language.ts';

export type NamedCompany = { readonly companyName: string; readonly englishCompanyName: string };

/** The name for a reader of this language. A company whose own name is English may have no second one. */
export const companyNameIn = (language: Language, { companyName, englishCompanyName }: NamedCompany): string =>
  (language === 'en' && englishCompanyName) || companyName;
