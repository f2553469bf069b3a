import { getCountries, getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js/min';
import type { Env } from '#contract/basics/env.ts';
import { BUSINESS_TYPE_SETTINGS, type BusinessTypes } from '#domain/platform-setting/business-types.ts';
import { FEE_NAMES, type FeeNames } from '#domain/platform-setting/fee-names.ts';
import { REGIONS, type Regions } from '#domain/platform-setting/regions.ts';

/** The choices that an owner can change while the server runs (decision 128). */
export type PlatformChoices = {
  readonly regions: Regions;
  readonly businessTypes: BusinessTypes;
  readonly feeNames: FeeNames;
};
export const STANDARD_CHOICES: PlatformChoices = {
  regions: REGIONS,
  businessTypes: BUSINESS_TYPE_SETTINGS,
  feeNames: FEE_NAMES,
};

/** The settings of the deployment for phone numbers. */
type PhoneConfig = { readonly PHONE_COUNTRIES?: readonly string[] | undefined; readonly VARIANT: string };

/** Whether a country has phone numbers that the platform can accept. */
export const hasPhoneNumbers = (country: string): boolean => isSupportedCountry(country);

/** Returns the accepted phone countries with their calling codes, so that the browser needs no table of them. */
export const phoneCountriesOf = (
  { PHONE_COUNTRIES, VARIANT }: PhoneConfig,
  { phoneCountries }: Pick<Regions, 'phoneCountries'> = REGIONS,
) =>
  (phoneCountries ?? PHONE_COUNTRIES ?? (VARIANT === 'TNBX' ? ['MY'] : getCountries()))
    .filter((country) => isSupportedCountry(country))
    .map((country) => ({ country, code: `+${getCountryCallingCode(country)}` }));
/** The currency of each variant. `followSettings` replaces it by the one that an owner has chosen (docs/rules.md#currency). */
export const CURRENCIES_OF_VARIANTS: Readonly<Record<Env['variant'], string>> = { GLOBAL: 'USD', TNBX: 'MYR' };
