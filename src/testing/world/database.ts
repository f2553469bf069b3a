import { readFile } from 'node:fs/promises';
import { inject } from 'vitest';
import { openDatabase, type Database } from '#server/platform/database/database.ts';
import { copyTemplate, createEmpty, createOwned } from '#testing/world/template.ts';

/** A migrated database that the global set-up provides to the test files: as a PostgreSQL template, or as a dump. */
declare module 'vitest' {
  export interface ProvidedContext {
    database: { kind: 'postgres'; urlOf: string } | { kind: 'pglite'; dumpFile: string };
  }
}

export type FreshDatabase = { readonly database: Database; readonly url: string | undefined };

/** Creates a migrated database without rows for this test file. It uses the database engine of the test project. */
export async function freshDatabase(): Promise<FreshDatabase> {
  const source = inject('database');
  if (source.kind === 'pglite') {
    const dump = new Blob([await readFile(source.dumpFile)]);
    return { database: await openDatabase({ dump }), url: undefined };
  }
  const url = await copyTemplate(source.urlOf);
  return { database: await openDatabase({ url }), url };
}

/** Creates a PostgreSQL database without tables. Returns its address. */
export const emptyDatabase = (): Promise<string> => createEmpty(urlOfPostgres());

/** Creates a database that does not belong to the application's role, as with `DATABASE_OWNER_URL`. */
export const ownedDatabase = (): Promise<{ url: string; ownerUrl: string }> => createOwned(urlOfPostgres());

function urlOfPostgres(): string {
  const source = inject('database');
  if (source.kind === 'pglite') throw new Error('this test needs PostgreSQL');
  return source.urlOf;
}
