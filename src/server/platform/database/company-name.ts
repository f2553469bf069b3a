import { sql, type RawBuilder } from 'kysely';
import type { Language } from '#domain/basics/language.ts';
import { companyNameIn } from '#domain/company/company-name.ts';

/** The name of a company for a reader of this language (see `companyNameIn`); `company` names its row in the query around it. */
export const companyNameFor = (language: Language, company: RawBuilder<unknown>): RawBuilder<string> =>
  language === 'en'
    ? sql`coalesce(nullif(${company}.english_company_name, ''), ${company}.company_name)`
    : sql`${company}.company_name`;

/** A row with both names of a company, for texts in more than one language. */
export type CompanyNames = { readonly company_name: string; readonly english_company_name: string };

/** The same of a row that is read already. */
export const companyNameOf = (language: Language, row: CompanyNames): string =>
  companyNameIn(language, { companyName: row.company_name, englishCompanyName: row.english_company_name });
