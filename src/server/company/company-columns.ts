import type { Selectable } from 'kysely';
import { isProvinceOf } from '#domain/basics/province.ts';
import type { Company, CompanyField } from '#domain/company/company.ts';
import type { Language } from '#domain/basics/language.ts';
import type { ExportColumn } from '#server/platform/export/export.ts';
import { wordsIn } from '#server/platform/http/words.ts';
import type { Tables } from '#server/platform/database/tables.gen.ts';

/** What a company says of itself, in the order of an exported file. */
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

/** `company_name` for `companyName`. */
type ColumnName<Field extends string> = Field extends `${infer Letter}${infer Rest}`
  ? `${Letter extends Lowercase<Letter> ? Letter : `_${Lowercase<Letter>}`}${ColumnName<Rest>}`
  : '';
/** The same in the columns of a registration as of an account. */
type CompanyColumns = Pick<Selectable<Tables['company_registration']>, ColumnName<CompanyField>>;

const columnOf = (field: CompanyField) =>
  field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) as keyof CompanyColumns;

export const columnsOf = (company: Company): CompanyColumns =>
  Object.fromEntries(FIELDS.map((field) => [columnOf(field), company[field]])) as CompanyColumns;

export const companyOf = (row: CompanyColumns): Company =>
  Object.fromEntries(FIELDS.map((field) => [field, row[columnOf(field)]])) as Company;

/** What a company says of itself, as columns of a file. */
export function companyColumns(language: Language): ExportColumn<CompanyColumns>[] {
  const words = wordsIn(language);
  const inWords: { readonly [Field in CompanyField]?: (row: CompanyColumns) => string } = {
    businessType: (row) => words(`businessType.${row.business_type}`),
    country: (row) => words(`country.${row.country}`),
    // Accounts from before companies registered here may have none.
    province: ({ country, province }) => (isProvinceOf(country, province) ? words(`province.${province}`) : ''),
  };
  return FIELDS.map((field) => ({
    heading: words(`company.${field}`),
    value: inWords[field] ?? ((row) => row[columnOf(field)]),
  }));
}
