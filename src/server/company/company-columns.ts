import type { Selectable } from 'kysely';
import { countryNameIn } from '#contract/basics/country-name.ts';
import type { Company, CompanyChoices, CompanyField } from '#domain/company/company.ts';
import type { Language } from '#domain/basics/language.ts';
import { choiceNames } from '#server/company/company-choices.ts';
import type { ExportColumn } from '#server/platform/export/export.ts';
import { wordsIn } from '#server/platform/http/words.ts';
import type { Tables } from '#server/platform/database/tables.gen.ts';

/** The fields that describe a company, in the order of an exported file. */
const FIELDS = [
  'companyName',
  'englishCompanyName',
  'registrationNumber',
  'businessType',
  'country',
  'province',
  'registeredAddress',
  'businessAddress',
  'picName',
  'picEmail',
  'picTelephone',
  'contactNumber',
  'sstNumber',
  'contractAccountNumber',
] as const satisfies readonly CompanyField[];

/** The column for a field: `company_name` for `companyName`. */
type ColumnName<Field extends string> = Field extends `${infer Letter}${infer Rest}`
  ? `${Letter extends Lowercase<Letter> ? Letter : `_${Lowercase<Letter>}`}${ColumnName<Rest>}`
  : '';
/** The columns that are the same in a registration and in an account. */
type CompanyColumns = Pick<Selectable<Tables['company_registration']>, ColumnName<CompanyField>>;

const columnOf = (field: CompanyField) =>
  field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) as keyof CompanyColumns;

/** Returns the columns that store a company's fields. */
export const columnsOf = (company: Company): CompanyColumns =>
  Object.fromEntries(FIELDS.map((field) => [columnOf(field), company[field]])) as CompanyColumns;

/** Returns a company's fields from its columns. */
export const companyOf = (row: CompanyColumns): Company =>
  Object.fromEntries(FIELDS.map((field) => [field, row[columnOf(field)]])) as Company;

/** Returns the fields that describe a company as columns of an exported file. */
export function companyColumns(language: Language, choices: CompanyChoices): ExportColumn<CompanyColumns>[] {
  const words = wordsIn(language);
  const names = choiceNames(choices, language);
  const inWords: { readonly [Field in CompanyField]?: (row: CompanyColumns) => string } = {
    businessType: (row) => names.businessType(row.business_type),
    country: (row) => countryNameIn(language, row.country),
    province: (row) => names.province(row.province),
  };
  return FIELDS.map((field) => ({
    key: field,
    heading: words(`company.${field}`),
    value: inWords[field] ?? ((row) => row[columnOf(field)]),
    raw: (row) => row[columnOf(field)],
  }));
}
