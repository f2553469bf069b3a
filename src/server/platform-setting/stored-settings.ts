import { sql } from 'kysely';
import { NO_BRAND, NO_IMAGES, type BrandImages, type BrandSetting } from '#domain/platform-setting/brand.ts';
import { APPROVALS, type Approvals } from '#domain/platform-setting/approvals.ts';
import { BUSINESS_TYPE_SETTINGS, type BusinessTypes } from '#domain/platform-setting/business-types.ts';
import { CURRENCY_OF_VARIANT, type CurrencySetting } from '#domain/platform-setting/currency.ts';
import { LANGUAGES, type Languages } from '#domain/platform-setting/languages.ts';
import { FEE_NAMES, type FeeNames } from '#domain/platform-setting/fee-names.ts';
import { REGIONS, type Regions } from '#domain/platform-setting/regions.ts';
import { TIME_ZONE, type TimeZoneSetting } from '#domain/platform-setting/time-zone.ts';
import { notify, type Db } from '#server/platform/database/database.ts';
import { Refused } from '#server/platform/http/refused.ts';

/** The groups of settings that an owner can change (docs/rules.md#platform-settings). */
export type PlatformSettings = {
  readonly regions: Regions;
  readonly businessTypes: BusinessTypes;
  readonly brand: BrandSetting;
  readonly brandImages: BrandImages;
  readonly approvals: Approvals;
  readonly currency: CurrencySetting;
  readonly languages: Languages;
  readonly timeZone: TimeZoneSetting;
  readonly feeNames: FeeNames;
};
type Name = keyof PlatformSettings;
/** A group with its version. The version of a group that nobody has changed is 0. */
type Versioned<Group> = Group & { readonly version: number };

export const SETTING_DEFAULTS: PlatformSettings = {
  regions: REGIONS,
  businessTypes: BUSINESS_TYPE_SETTINGS,
  brand: NO_BRAND,
  brandImages: NO_IMAGES,
  approvals: APPROVALS,
  currency: CURRENCY_OF_VARIANT,
  languages: LANGUAGES,
  timeZone: TIME_ZONE,
  feeNames: FEE_NAMES,
};

/** All processes hear on this channel that a group has changed. */
export const SETTINGS_CHANNEL = 'platform_setting_changed';

/** Locks all groups until the transaction ends. A group may have no row yet, so the table is locked. */
const lockSettings = (db: Db) => sql`lock table platform_setting in share row exclusive mode`.execute(db);

/** Returns a group of settings with its version, else the default. */
export async function storedSetting<Group extends Name>(
  db: Db,
  name: Group,
  { isLocked = false } = {},
): Promise<Versioned<PlatformSettings[Group]>> {
  if (isLocked) await lockSettings(db);
  const { rows } = await sql<{ value: PlatformSettings[Group]; version: number }>`
    select value, version from platform_setting where name = ${name}`.execute(db);
  // A value that an older release stored may lack a member.
  return { ...SETTING_DEFAULTS[name], ...rows[0]?.value, version: rows[0]?.version ?? 0 };
}

/** Returns a group of settings as it is stored now, else the default. */
export async function settingIn<Group extends Name>(db: Db, name: Group): Promise<PlatformSettings[Group]> {
  const { version: _version, ...group } = await storedSetting(db, name);
  return group as unknown as PlatformSettings[Group];
}

/** Returns several groups as they are stored now, with one statement. */
export async function settingsIn<Group extends Name>(
  db: Db,
  names: readonly Group[],
): Promise<Pick<PlatformSettings, Group>> {
  const { rows } = await sql<{ name: Group; value: object }>`
    select name, value from platform_setting where name = any(${[...names]}::text[])`.execute(db);
  const stored = new Map(rows.map(({ name, value }) => [name, value]));
  const groups = names.map((name) => [name, { ...SETTING_DEFAULTS[name], ...stored.get(name) }]);
  return Object.fromEntries(groups) as Pick<PlatformSettings, Group>;
}

/**
 * Stores a changed group as its next version. When the transaction commits, all processes read it.
 * @throws Refused settings_changed, if somebody changed it since the given version
 */
export async function storeSetting<Group extends Name>(
  db: Db,
  name: Group,
  { version, ...group }: Versioned<PlatformSettings[Group]>,
): Promise<Versioned<PlatformSettings[Group]>> {
  const before = await storedSetting(db, name, { isLocked: true });
  if (before.version !== version) throw new Refused('settings_changed', { version: before.version });
  await sql`
    insert into platform_setting (name, value, version) values (${name}, ${JSON.stringify(group)}, ${version + 1})
    on conflict (name) do update set value = excluded.value, version = excluded.version`.execute(db);
  await notify(db, SETTINGS_CHANNEL, ['']);
  return storedSetting(db, name);
}
