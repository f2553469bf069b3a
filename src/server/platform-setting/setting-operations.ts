import { sql } from 'kysely';
import {
  getPlatformSettings,
  updateApprovals,
  updateBusinessTypes,
  updateFeeNames,
  updateLanguages,
  updateRegions,
  updateTimeZone,
  type PlatformSettings,
} from '#contract/platform-setting/platform-setting.ts';
import type { AdminRole } from '#domain/access/admin-role.ts';
import { judgeApprovals } from '#domain/platform-setting/approvals.ts';
import { judgeBusinessTypes } from '#domain/platform-setting/business-types.ts';
import { judgeFeeNames, tidyFeeNames } from '#domain/platform-setting/fee-names.ts';
import { judgeLanguages } from '#domain/platform-setting/languages.ts';
import { judgeRegions } from '#domain/platform-setting/regions.ts';
import { judgeTimeZone } from '#domain/platform-setting/time-zone.ts';
import { hasPhoneNumbers } from '#server/platform/config/config-choices.ts';
import { operation, type Operation } from '#server/platform/http/operation.ts';
import { refuseFields } from '#server/platform/http/refused.ts';
import { isTimeZone } from '#server/platform/http/time-zone.ts';
import { englishPhrasesOf, knownLanguages } from '#server/platform/http/words.ts';
import { brandOperations, presentBrand, type BrandParts } from '#server/platform-setting/brand-operations.ts';
import { currencyOperations, presentCurrency } from '#server/platform-setting/currency-operations.ts';
import { storedSetting, storeSetting } from '#server/platform-setting/stored-settings.ts';

/** Operations by which administrators read the settings of the platform, and owners change them (decision 128). */
export const settingOperations = (parts: BrandParts): Operation[] => [
  operation(
    getPlatformSettings,
    async ({ db }) =>
      ({
        regions: await storedSetting(db, 'regions'),
        businessTypes: await storedSetting(db, 'businessTypes'),
        ...(await presentBrand(db, parts.config)),
        approvals: await storedSetting(db, 'approvals'),
        feeNames: await storedSetting(db, 'feeNames'),
        currency: await presentCurrency(db, parts.config),
        languages: await storedSetting(db, 'languages'),
        timeZone: await storedSetting(db, 'timeZone'),
        languageChoices: knownLanguages().map((language) => ({ language, inEnglish: englishPhrasesOf(language) })),
      }) as PlatformSettings,
  ),
  operation(updateRegions, async ({ db, body }) => {
    refuseFields(judgeRegions(body, hasPhoneNumbers));
    return (await storeSetting(db, 'regions', body)) as PlatformSettings['regions'];
  }),
  operation(updateBusinessTypes, async ({ db, body }) => {
    refuseFields(judgeBusinessTypes(body));
    return (await storeSetting(db, 'businessTypes', body)) as PlatformSettings['businessTypes'];
  }),
  operation(updateFeeNames, async ({ db, body: { version, ...names } }) => {
    refuseFields(judgeFeeNames(names));
    return (await storeSetting(db, 'feeNames', { ...tidyFeeNames(names), version })) as PlatformSettings['feeNames'];
  }),
  ...brandOperations(parts),
  ...currencyOperations(parts),
  operation(updateLanguages, async ({ db, body }) => {
    refuseFields(judgeLanguages(body, knownLanguages()));
    return (await storeSetting(db, 'languages', body)) as PlatformSettings['languages'];
  }),
  operation(updateTimeZone, async ({ db, body }) => {
    refuseFields(judgeTimeZone(body, isTimeZone));
    return await storeSetting(db, 'timeZone', body);
  }),
  operation(updateApprovals, async ({ db, body }) => {
    const { rows } = await sql<{ roles: AdminRole[] }>`
      select admin_roles as roles from app_user where auction_user_role = 'Admin'`.execute(db);
    const people = rows.map(({ roles }) => roles);
    refuseFields(judgeApprovals(body, await storedSetting(db, 'approvals'), people));
    return storeSetting(db, 'approvals', body);
  }),
];
