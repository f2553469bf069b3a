import { sql, type RawBuilder } from 'kysely';
import { baseLanguageOf, type Language } from '#domain/basics/language.ts';
import { companyNameIn } from '#domain/company/company-name.ts';

/**
 * Returns SQL for a company's name in a language (see `companyNameIn`). `company` is the company's row in the query.
 */
export const companyNameFor = (language: Language, company: RawBuilder<unknown>): RawBuilder<string> =>
  baseLanguageOf(language) === 'en'
    ? sql`coalesce(nullif(${company}.english_company_name, ''), ${company}.company_name)`
    : sql`${company}.company_name`;

/** Returns SQL for a company as others see it (`partySchema`). `company` is the company's row in the query. */
export const partyFor = (company: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`jsonb_build_object('accountId', ${company}.id, 'companyName', ${company}.company_name,
    'englishCompanyName', ${company}.english_company_name)`;

/** A row with both names of a company, for texts in several languages. */
export type CompanyNames = { readonly company_name: string; readonly english_company_name: string };

/** Returns a company's name in a language, from a row that was already read. */
export const companyNameOf = (language: Language, row: CompanyNames): string =>
  companyNameIn(language, { companyName: row.company_name, englishCompanyName: row.english_company_name });
