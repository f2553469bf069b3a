import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { backupName, deleteOldBackups } from '#server/backup/keep-backups.ts';
import { temporaryFolder } from '#testing/world/temporary-folder.ts';

const NOW = Date.parse('2026-11-26T02:17:00.123Z');
const HOUR_MS = 3_600_000;
const unfinished = (name: string): string => `${name}.0b0c8a1e-7d0f-4f6e-9a55-0a4d8f0f3c11.unfinished`;

test('names a backup after the moment in UTC at which it begins', () => {
  expect(backupName(NOW)).toBe('greenlot-20261126T021700Z.tar.gz');
});

test('keeps the newest backups, and deletes no file of another name', async () => {
  const folder = await temporaryFolder('backups');
  const backups = [0, 24, 48, 72].map((hours) => backupName(NOW - hours * HOUR_MS));
  const running = unfinished(backupName(NOW - 23 * HOUR_MS));
  const killed = unfinished(backupName(NOW - 25 * HOUR_MS));
  const others = ['before-the-upgrade.tar.gz', `old-${backups[3]}`, `${backups[3]}.gpg`, 'greenlot-2025.tar.gz'];
  for (const name of [...backups, running, killed, ...others]) await writeFile(join(folder.path, name), '');
  await mkdir(join(folder.path, 'lost+found'));

  expect(await deleteOldBackups(folder.path, 2, NOW)).toEqual([backups[3], backups[2], killed]);
  expect(await readdir(folder.path)).toEqual([...backups.slice(0, 2), running, ...others, 'lost+found'].toSorted());
  expect(await deleteOldBackups(folder.path, 2, NOW)).toEqual([]);
  await folder.remove();
});
