import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#server/platform/database/database.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { describeSchema } from '#testing/readers/describe-schema.ts';
import { describeTables } from '#testing/readers/describe-tables.ts';
import { freshDatabase } from '#testing/world/database.ts';

let database: Database;
beforeAll(async () => {
  ({ database } = await freshDatabase());
});
afterAll(() => database.close());

test('schema.sql matches the migrations: `npm run schema` writes it again', async () => {
  const written = await readFile(new URL('../../../../schema.sql', import.meta.url), 'utf8');
  expect(await describeSchema(database.db)).toBe(written);
});

test('tables.gen.ts matches the migrations: `npm run schema` writes it again', async () => {
  const written = await readFile(new URL('tables.gen.ts', import.meta.url), 'utf8');
  expect(await describeTables(database.db)).toBe(written);
});

test('every table has a comment: its migration says `comment on table`', async () => {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and obj_description(oid, 'pg_class') is null
    order by relname`.execute(database.db);
  expect(rows).toEqual([]);
});

test('migrating again changes nothing', async () => expect(await migrate(database)).toEqual([]));
