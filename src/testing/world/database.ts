import { readFile } from 'node:fs/promises';
import { inject } from 'vitest';
import { openDatabase, type Database } from '#server/platform/database/database.ts';
import { copyTemplate, createEmpty, createOwned } from '#testing/world/template.ts';

/** What the global set-up leaves for the test files: a migrated template, as a database or as a dump. */
declare module 'vitest' {
  export interface ProvidedContext {
    database: { kind: 'postgres'; urlOf: string } | { kind: 'pglite'; dumpFile: string };
  }
}

export type FreshDatabase = { readonly database: Database; readonly url: string | undefined };

/** An empty, migrated database of this test file's own, on whichever engine the project runs. */
export async function freshDatabase(): Promise<FreshDatabase> {
  const source = inject('database');
  if (source.kind === 'pglite') {
    const dump = new Blob([await readFile(source.dumpFile)]);
    return { database: await openDatabase({ dump }), url: undefined };
  }
  const url = await copyTemplate(source.urlOf);
  return { database: await openDatabase({ url }), url };
}

/** A database with nothing in it at all, on PostgreSQL; its address. */
export const emptyDatabase = (): Promise<string> => createEmpty(urlOfPostgres());

/** One that a role owns which the application isn't, as `DATABASE_OWNER_URL` is for. */
export const ownedDatabase = (): Promise<{ url: string; ownerUrl: string }> => createOwned(urlOfPostgres());

function urlOfPostgres(): string {
  const source = inject('database');
  if (source.kind === 'pglite') throw new Error('this runs on PostgreSQL');
  return source.urlOf;
}
