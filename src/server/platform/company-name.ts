import { sql, type RawBuilder } from 'kysely';
import type { Language } from '#domain/basics/language.ts';

/** The name of a company for a reader of this language (see `companyNameIn`); `company` names its row in the query around it. */
export const companyNameFor = (language: Language, company: RawBuilder<unknown>): RawBuilder<string> =>
  language === 'en'
    ? sql`coalesce(nullif(${company}.english_company_name, ''), ${company}.company_name)`
    : sql`${company}.company_name`;
