import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '#server/platform/database/database.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { temporaryFolder } from '#testing/world/temporary-folder.ts';

/**
 * Creates the dump of a migrated PGlite database, once for all test files. A new database starts from this dump in
 * about a second.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await temporaryFolder('pglite');
  const data = join(folder.path, 'data');
  const database = await openDatabase({ folder: data });
  await migrate(database);
  await database.close();
  const pglite = await PGlite.create(data);
  const dumpFile = join(folder.path, 'dump.tar');
  await writeFile(dumpFile, Buffer.from(await (await pglite.dumpDataDir('none')).arrayBuffer()));
  await pglite.close();
  project.provide('database', { kind: 'pglite', dumpFile });
  return () => folder.remove();
}
