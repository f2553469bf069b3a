import { readFile } from 'node:fs/promises';
import { inject } from 'vitest';
import { openDatabase, type Database } from '#server/platform/database/database.ts';
import { copyTemplate, createEmpty, createOwned } from '#testing/world/template.ts';

/** The global set-up's result for the test files: a migrated template, as a database or as a dump. */
declare module 'vitest' {
  export interface ProvidedContext {
    database: { kind: 'postgres'; urlOf: string } | { kind: 'pglite'; dumpFile: string };
  }
}

export type FreshDatabase = { readonly database: Database; readonly url: string | undefined };

/** Creates a migrated database for this test file, without any rows, on the engine of the project. */
export async function freshDatabase(): Promise<FreshDatabase> {
  const source = inject('database');
  if (source.kind === 'pglite') {
    const dump = new Blob([await readFile(source.dumpFile)]);
    return { database: await openDatabase({ dump }), url: undefined };
  }
  const url = await copyTemplate(source.urlOf);
  return { database: await openDatabase({ url }), url };
}

/** Creates a database without any tables on PostgreSQL. Returns its address. */
export const emptyDatabase = (): Promise<string> => createEmpty(urlOfPostgres());

/** Creates a database whose owner is not the application's role, as with `DATABASE_OWNER_URL`. */
export const ownedDatabase = (): Promise<{ url: string; ownerUrl: string }> => createOwned(urlOfPostgres());

function urlOfPostgres(): string {
  const source = inject('database');
  if (source.kind === 'pglite') throw new Error('this test needs PostgreSQL');
  return source.urlOf;
}
