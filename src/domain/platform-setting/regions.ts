import { COUNTRIES } from '#domain/basics/country.ts';
import { PROVINCES, type Province } from '#domain/basics/province.ts';
import { withoutEmpty, type FieldRefusals, type Refusal } from '#domain/basics/result.ts';
import { isWorldCountry } from '#domain/basics/world-country.ts';
import {
  areNamesValid,
  CHOICE_NAME_MAX,
  nameIn,
  repeatedOf,
  type NamedChoice,
} from '#domain/platform-setting/names.ts';

/**
 * A province with its ISO 3166-2 code and its names by language. Provinces that Greenlot knows need no names: their
 * names are phrases (`province.*`).
 */
export type RegionProvince = NamedChoice;

/** A country of business accounts with its provinces. In a country without provinces, a company has none. */
export type RegionCountry = { readonly code: string; readonly provinces: readonly RegionProvince[] };

/** The countries that the platform accepts (docs/rules.md#platform-settings). */
export type Regions = {
  /** Countries of new business accounts, as ISO 3166 codes. */
  readonly countries: readonly RegionCountry[];
  /** Countries whose phone numbers are accepted. Null means the countries of `PHONE_COUNTRIES`. */
  readonly phoneCountries: readonly string[] | null;
  /** Countries of the RECs of new items and devices, as ISO 3166 codes. */
  readonly recCountries: readonly string[];
};
export type RegionsField = keyof Regions;

/** The regions of a platform that has not changed them. */
export const REGIONS: Regions = {
  countries: COUNTRIES.map((code) => ({
    code,
    provinces: PROVINCES[code].map((province) => ({ code: province, names: {} })),
  })),
  phoneCountries: null,
  recCountries: COUNTRIES,
};

export const REGIONS_REFUSALS = [
  'field_required',
  'country_code_unknown',
  'country_repeated',
  'province_code_format',
  'province_repeated',
  'province_name_required',
  'province_name_invalid',
] as const;
export type RegionsRefusal = (typeof REGIONS_REFUSALS)[number];
type Verdict = Refusal<RegionsRefusal> | undefined;

/**
 * Judges the countries of companies, phones and RECs.
 *
 * @param hasPhone returns whether a country has a calling code
 */
export const judgeRegions = (
  { countries, phoneCountries, recCountries }: Regions,
  hasPhone: (country: string) => boolean = isWorldCountry,
): FieldRefusals<RegionsField, RegionsRefusal> =>
  withoutEmpty<RegionsField, RegionsRefusal>({
    countries:
      judgeCodes(
        countries.map(({ code }) => code),
        isWorldCountry,
      ) ?? firstOf(countries.map(judgeProvinces)),
    phoneCountries: phoneCountries === null ? undefined : judgeCodes(phoneCountries, hasPhone),
    recCountries: judgeCodes(recCountries, isWorldCountry),
  });

const firstOf = (verdicts: readonly Verdict[]): Verdict => verdicts.find((verdict) => verdict !== undefined);

function judgeCodes(codes: readonly string[], isKnown: (code: string) => boolean): Verdict {
  if (codes.length === 0) return { code: 'field_required' };
  const unknown = codes.find((code) => !isKnown(code));
  if (unknown !== undefined) return { code: 'country_code_unknown', params: { country: unknown } };
  const country = repeatedOf(codes);
  return country === undefined ? undefined : { code: 'country_repeated', params: { country } };
}

function judgeProvinces({ code: country, provinces }: RegionCountry): Verdict {
  const format = new RegExp(`^${country}-[A-Z0-9]{1,3}$`);
  const wrong = provinces.find(({ code }) => !format.test(code));
  if (wrong) return { code: 'province_code_format', params: { province: wrong.code, country } };
  const province = repeatedOf(provinces.map(({ code }) => code));
  if (province !== undefined) return { code: 'province_repeated', params: { province } };
  return firstOf(provinces.map(judgeNames));
}

function judgeNames({ code: province, names }: RegionProvince): Verdict {
  const isNamed = names['en'] !== undefined || isKnownProvince(province);
  if (!isNamed) return { code: 'province_name_required', params: { province } };
  if (areNamesValid(names)) return undefined;
  return { code: 'province_name_invalid', params: { province, maximum: CHOICE_NAME_MAX } };
}

const KNOWN_PROVINCES: ReadonlySet<string> = new Set(Object.values(PROVINCES).flat());

/** Returns whether the name of a province is a phrase. */
export const isKnownProvince = (code: string): code is Province => KNOWN_PROVINCES.has(code);

/** Returns the codes of the countries of business accounts. */
export const countryCodes = ({ countries }: Regions): string[] => countries.map(({ code }) => code);

/** Returns the provinces of a country. A country that is not in the settings has none. */
export const provincesOf = ({ countries }: Regions, country: string | null): readonly RegionProvince[] =>
  countries.find(({ code }) => code === country)?.provinces ?? [];

/**
 * Returns the codes of the provinces of a plant. A country that companies cannot have keeps the provinces that Greenlot
 * knows.
 */
export const plantProvinces = (regions: Regions, country: string): readonly string[] =>
  regions.countries.some(({ code }) => code === country)
    ? provincesOf(regions, country).map(({ code }) => code)
    : [...KNOWN_PROVINCES].filter((province) => province.startsWith(`${country}-`));

/**
 * Returns the name of a province: its name in the settings, else the phrase, else its code. A stored province may be
 * missing in the settings.
 *
 * @param phraseOf returns the phrase of a known province
 */
export function provinceName(
  { countries }: Regions,
  { province, language }: { readonly province: string; readonly language: string },
  phraseOf: (code: Province) => string,
): string {
  const all = countries.flatMap(({ provinces }) => provinces);
  const named = nameIn(all, province, language);
  if (named !== undefined) return named;
  return isKnownProvince(province) ? phraseOf(province) : province;
}
