import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

const COMPLETE = /^greenlot-\d{8}T\d{6}Z\.tar\.gz$/;
/** A backup that was not finished, because its process was killed. `writeBackup` adds the end of the name. */
const UNFINISHED = /^greenlot-\d{8}T\d{6}Z\.tar\.gz\.[0-9a-f-]{36}\.unfinished$/;
const DAY_MS = 24 * 3_600_000;

/** Returns the name of a backup that begins at `now` (ms). In alphabetical order, these names are from old to new. */
export const backupName = (now: number): string =>
  `greenlot-${new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, '')}.tar.gz`;

/**
 * Deletes old backups in a folder. It keeps the newest `keep` complete ones. It also deletes unfinished ones that began
 * more than a day before `now` (ms). It touches no file with another name.
 * @returns the names of the deleted files
 */
export async function deleteOldBackups(folder: string, keep: number, now: number): Promise<string[]> {
  const names = (await readdir(folder)).toSorted();
  const complete = names.filter((name) => COMPLETE.test(name));
  const unfinished = names.filter((name) => UNFINISHED.test(name) && name < backupName(now - DAY_MS));
  const old = [...complete.slice(0, Math.max(0, complete.length - keep)), ...unfinished];
  for (const name of old) await rm(join(folder, name));
  return old;
}
