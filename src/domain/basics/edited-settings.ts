/** For each setting that was ever changed, the version that changed it last. */
export type SettingVersions = Readonly<Record<string, number>>;

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Returns the names of the settings that two states have with different values. */
export const changedSettings = <Settings extends object>(
  before: Settings,
  after: Settings,
): (keyof Settings & string)[] =>
  (Object.keys(after) as (keyof Settings & string)[]).filter((name) => !isSame(before[name], after[name]));

/** Returns the names of the settings that changed after a version. */
export const changedSince = (versions: SettingVersions, seenVersion: number): string[] =>
  Object.keys(versions)
    .filter((name) => (versions[name] ?? 0) > seenVersion)
    .toSorted();

/**
 * Merges what two people changed in the same settings (decision 124). A setting that only one of them changed has this
 * change. A setting that both changed keeps `own`.
 */
export const mergeSettings = <Settings extends object>(base: Settings, own: Settings, theirs: Settings): Settings => {
  const kept = changedSettings(base, own).map((name) => [name, own[name]] as const);
  return { ...theirs, ...Object.fromEntries(kept) };
};
