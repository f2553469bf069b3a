import * as z from 'zod/mini';
import { route } from '#contract/basics/route.ts';
import { brandDefaultsSchema, brandImagesSchema, storedBrandSchema } from '#contract/platform-setting/brand.ts';
import { businessTypesSchema, feeNamesSchema, regionsSchema } from '#contract/platform-setting/choices.ts';
import { storedCurrencySchema } from '#contract/platform-setting/currency.ts';
import { APPROVALS_REFUSALS } from '#domain/platform-setting/approvals.ts';
import { BUSINESS_TYPES_REFUSALS } from '#domain/platform-setting/business-types.ts';
import { FEE_NAME_REFUSALS } from '#domain/platform-setting/fee-names.ts';
import { LANGUAGES_REFUSALS } from '#domain/platform-setting/languages.ts';
import { REGIONS_REFUSALS } from '#domain/platform-setting/regions.ts';
import { TIME_ZONE_REFUSALS } from '#domain/platform-setting/time-zone.ts';

/** The version of a group of settings. A change names the version that its author saw. */
const versionShape = { version: z.number().check(z.int()) };

const storedRegions = z.extend(regionsSchema, versionShape);
const storedBusinessTypes = z.extend(businessTypesSchema, versionShape);
const storedFeeNames = z.extend(feeNamesSchema, versionShape);

const storedLanguages = z.strictObject({
  /** Languages that the platform offers, as ISO 639 codes. */
  offered: z.array(z.string().check(z.maxLength(3))).check(z.maxLength(100)),
  ...versionShape,
});

const storedTimeZone = z.strictObject({
  /** IANA name, such as `Asia/Kuala_Lumpur`. */
  zone: z.string().check(z.maxLength(100)),
  ...versionShape,
});

const storedApprovals = z.strictObject({
  annul: z.boolean(),
  release: z.boolean(),
  blacklist: z.boolean(),
  ...versionShape,
});

/** Settings that an owner changes without a new release (docs/rules.md#platform-settings, decision 128). */
const settingsSchema = z.strictObject({
  regions: storedRegions,
  businessTypes: storedBusinessTypes,
  brand: storedBrandSchema,
  brandImages: brandImagesSchema,
  brandDefaults: brandDefaultsSchema,
  approvals: storedApprovals,
  feeNames: storedFeeNames,
  currency: storedCurrencySchema,
  languages: storedLanguages,
  timeZone: storedTimeZone,
  /** All languages that can be offered, and how many of their phrases are in English. */
  languageChoices: z.array(z.strictObject({ language: z.string(), inEnglish: z.number() })),
});
export type PlatformSettings = z.output<typeof settingsSchema>;

export const getPlatformSettings = route('GET /admin/platform-settings', {
  summary: 'The settings of the platform, by group',
  reply: settingsSchema,
});

export const updateRegions = route('PUT /admin/platform-settings/regions', {
  summary:
    'An owner changes the countries of new companies, their provinces, the phone countries and the countries of RECs',
  body: storedRegions,
  reply: storedRegions,
  refuses: [...REGIONS_REFUSALS, 'settings_changed'],
});

export const updateBusinessTypes = route('PUT /admin/platform-settings/business-types', {
  summary: 'An owner changes the business types that companies can choose',
  body: storedBusinessTypes,
  reply: storedBusinessTypes,
  refuses: [...BUSINESS_TYPES_REFUSALS, 'settings_changed'],
});

export const updateLanguages = route('PUT /admin/platform-settings/languages', {
  summary: 'An owner changes the languages that the platform offers',
  body: storedLanguages,
  reply: storedLanguages,
  refuses: [...LANGUAGES_REFUSALS, 'settings_changed'],
});

export const updateTimeZone = route('PUT /admin/platform-settings/time-zone', {
  summary: 'An owner changes the time zone of people whose own zone is unknown',
  body: storedTimeZone,
  reply: storedTimeZone,
  refuses: [...TIME_ZONE_REFUSALS, 'settings_changed'],
});

export const updateFeeNames = route('PUT /admin/platform-settings/fee-names', {
  summary: 'An owner changes the names of the fees. Without a name, a fee has the names of Greenlot',
  body: storedFeeNames,
  reply: storedFeeNames,
  refuses: [...FEE_NAME_REFUSALS, 'settings_changed'],
});

export const updateApprovals = route('PUT /admin/platform-settings/approvals', {
  summary: 'An owner changes which acts of administrators need the approval of another administrator',
  body: storedApprovals,
  reply: storedApprovals,
  refuses: [...APPROVALS_REFUSALS, 'settings_changed'],
});
