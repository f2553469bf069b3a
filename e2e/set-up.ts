import { openDatabase } from '#server/platform/database.ts';
import { migrate } from '#server/platform/migrate.ts';
import { startPostgres } from '#testing/postgres.ts';

/** One real PostgreSQL with a migrated template for all stories; each worker serves its own copy of it. */
export default async function setUp(): Promise<() => Promise<void>> {
  const postgres = await startPostgres();
  const admin = await openDatabase({ url: postgres.url('postgres') });
  await admin.exec('create database greenlot_template');
  await admin.close();
  const template = await openDatabase({ url: postgres.url('greenlot_template') });
  await migrate(template);
  await template.close();
  process.env['E2E_DATABASE'] = postgres.url('{database}');
  return () => postgres.stop();
}
