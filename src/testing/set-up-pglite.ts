import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '#server/platform/database.ts';
import { migrate } from '#server/platform/migrate.ts';

/** Once for all test files: the dump of a migrated PGlite, from which a fresh one starts in about a second. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'greenlot-pglite-'));
  const database = await openDatabase({ folder: join(folder, 'data') });
  await migrate(database);
  await database.close();
  const pglite = await PGlite.create(join(folder, 'data'));
  const dumpFile = join(folder, 'dump.tar');
  await writeFile(dumpFile, Buffer.from(await (await pglite.dumpDataDir('none')).arrayBuffer()));
  await pglite.close();
  project.provide('database', { kind: 'pglite', dumpFile });
  return () => rm(folder, { recursive: true, force: true });
}
