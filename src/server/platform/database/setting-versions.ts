import { changedSettings, changedSince, type SettingVersions } from '#domain/basics/edited-settings.ts';
import { Refused } from '#server/platform/http/refused.ts';

/** The columns of a row whose settings have versions. */
type VersionedRow = { readonly settings_version: number; readonly setting_versions: unknown };

const versionsOf = (row: VersionedRow): SettingVersions => row.setting_versions as SettingVersions;

/**
 * Refuses a change of settings by a person who saw an older version. The refusal names the settings that changed since.
 * Clients that know only the specification send no version, and their changes are stored.
 * @throws Refused settings_changed
 */
export function refuseOlderSettings(row: VersionedRow, seenVersion: number | null | undefined): void {
  if (seenVersion === undefined || seenVersion === null || seenVersion >= row.settings_version) return;
  const changed = changedSince(versionsOf(row), seenVersion);
  const details = () => changed.map((field) => ({ field, version: versionsOf(row)[field] ?? 0 }));
  throw new Refused('settings_changed', { version: row.settings_version }, undefined, details);
}

/** Returns the columns that store a change of settings as a new version. Undefined if no setting changed. */
export function nextVersion<Settings extends object>(row: VersionedRow, before: Settings, after: Settings) {
  const changed = changedSettings(before, after);
  if (changed.length === 0) return undefined;
  const version = row.settings_version + 1;
  const versions = { ...versionsOf(row), ...Object.fromEntries(changed.map((field) => [field, version])) };
  return { settings_version: version, setting_versions: JSON.stringify(versions) };
}
