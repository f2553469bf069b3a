import { isProvinceOf } from '#domain/basics/province.ts';
import type { Company } from '#domain/company/company.ts';
import type { ExportColumn } from '#server/platform/export/export.ts';
import type { Language } from '#domain/basics/language.ts';
import { wordsIn } from '#server/platform/http/words.ts';

/** What a company says of itself, as columns of a file. */
export function companyColumns(language: Language): ExportColumn<Company>[] {
  const words = wordsIn(language);
  const column = (field: keyof Company, value = (company: Company): string => company[field]) => ({
    heading: words(`company.${field}`),
    value,
  });
  return [
    column('companyName'),
    column('englishCompanyName'),
    column('registrationNumber'),
    column('businessType', ({ businessType }) => words(`businessType.${businessType}`)),
    column('country', ({ country }) => words(`country.${country}`)),
    column('province', ({ country, province }) => provinceName(language, country, province)),
    column('registeredAddress'),
    column('businessAddress'),
    column('picName'),
    column('picEmail'),
    column('picTelephone'),
    column('contactNumber'),
    column('sstNumber'),
    column('contractAccountNumber'),
  ];
}

/** Accounts from before companies registered here may have none. */
const provinceName = (language: Language, country: Company['country'], code: string): string =>
  isProvinceOf(country, code) ? wordsIn(language)(`province.${code}`) : '';
