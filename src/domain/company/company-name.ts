import type { Language } from '#domain/basics/language.ts';

export type NamedCompany = { readonly companyName: string; readonly englishCompanyName: string };

/** Returns the company's name in this language. The English name is empty if the company's own name is English. */
export const companyNameIn = (language: Language, { companyName, englishCompanyName }: NamedCompany): string =>
  (language === 'en' && englishCompanyName) || companyName;
