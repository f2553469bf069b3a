import { baseLanguageOf, type Language } from '#domain/basics/language.ts';

export type NamedCompany = { readonly companyName: string; readonly englishCompanyName: string };

/**
 * Returns the company's name in this language. Readers of an added language get the English name, too. The English name is empty if the company's own name is English.
 */
export const companyNameIn = (language: Language, { companyName, englishCompanyName }: NamedCompany): string =>
  (baseLanguageOf(language) === 'en' && englishCompanyName) || companyName;
