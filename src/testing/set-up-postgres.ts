import type { TestProject } from 'vitest/node';
import { openDatabase } from '#server/platform/database.ts';
import { migrate } from '#server/platform/migrate.ts';
import { startPostgres } from '#testing/postgres.ts';

/** Once for all test files: a real PostgreSQL with a migrated database to copy from. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres();
  const template = 'greenlot_template';
  const admin = await openDatabase({ url: postgres.url('postgres') });
  await admin.exec(`create database ${template}`);
  await admin.close();
  const database = await openDatabase({ url: postgres.url(template) });
  await migrate(database);
  await database.close();
  project.provide('database', { kind: 'postgres', urlOf: postgres.url('{database}'), template });
  return () => postgres.stop();
}
