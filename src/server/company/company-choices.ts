import { countryNameIn } from '#contract/basics/country-name.ts';
import type { Language } from '#domain/basics/language.ts';
import type { CompanyChoices } from '#domain/company/company.ts';
import { comparable } from '#domain/import/import-table.ts';
import { businessTypeName } from '#domain/platform-setting/business-types.ts';
import { countryCodes, provinceName } from '#domain/platform-setting/regions.ts';
import type { ChoiceWords } from '#server/import/import-columns.ts';
import type { Db } from '#server/platform/database/database.ts';
import { knownLanguages, wordsIn } from '#server/platform/http/words.ts';
import { settingsIn } from '#server/platform-setting/stored-settings.ts';

/** Returns the choices of companies as they are stored now. */
export const companyChoices = (db: Db): Promise<CompanyChoices> => settingsIn(db, ['regions', 'businessTypes']);

/** Returns functions that name the choices of companies in a language. */
export function choiceNames({ regions, businessTypes }: CompanyChoices, language: Language) {
  const words = wordsIn(language);
  return {
    businessType: (code: string): string =>
      businessTypeName(businessTypes, { code, language }, (known) => words(`businessType.${known}`)),
    province: (code: string): string =>
      provinceName(regions, { province: code, language }, (known) => words(`province.${known}`)),
  };
}

/** Returns the words by which a file can name the choices: their codes, and their names in all languages. */
export function choiceWords(choices: CompanyChoices): ChoiceWords {
  const countries = countryCodes(choices.regions);
  const provinces = choices.regions.countries.flatMap((country) => country.provinces.map(({ code }) => code));
  const types = choices.businessTypes.types.map(({ code }) => code);
  return {
    country: wordsOf(countries, countryNameIn),
    province: wordsOf(provinces, (language, code) => choiceNames(choices, language).province(code)),
    businessType: wordsOf(types, (language, code) => choiceNames(choices, language).businessType(code)),
  };
}

const wordsOf = (codes: readonly string[], nameOf: (language: Language, code: string) => string) =>
  new Map(
    codes.flatMap((code) =>
      [code, ...knownLanguages().map((language) => nameOf(language, code))].map(
        (word) => [comparable(word), code] as const,
      ),
    ),
  );
