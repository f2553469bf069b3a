import * as z from 'zod/mini';
import { route } from '#contract/basics/route.ts';
import { brandDefaultsSchema, brandImagesSchema, storedBrandSchema } from '#contract/platform-setting/brand.ts';
import { businessTypesSchema, feeNamesSchema, regionsSchema } from '#contract/platform-setting/choices.ts';
import { APPROVALS_REFUSALS } from '#domain/platform-setting/approvals.ts';
import { BUSINESS_TYPES_REFUSALS } from '#domain/platform-setting/business-types.ts';
import { FEE_NAME_REFUSALS } from '#domain/platform-setting/fee-names.ts';
import { REGIONS_REFUSALS } from '#domain/platform-setting/regions.ts';

/** The version of a group of settings. A change names the version that its author saw. */
const versionShape = { version: z.number().check(z.int()) };

const storedRegions = z.extend(regionsSchema, versionShape);
const storedBusinessTypes = z.extend(businessTypesSchema, versionShape);
const storedFeeNames = z.extend(feeNamesSchema, versionShape);

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
