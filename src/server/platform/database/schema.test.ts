import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#server/platform/database/database.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { describeSchema } from '#testing/readers/describe-schema.ts';
import { freshDatabase } from '#testing/world/database.ts';

let database: Database;
beforeAll(async () => {
  ({ database } = await freshDatabase());
});
afterAll(() => database.close());

test('schema.sql is what the migrations make: `npm run schema` writes it anew', async () => {
  const written = await readFile(new URL('../../../../schema.sql', import.meta.url), 'utf8');
  expect(await describeSchema(database.db)).toBe(written);
});

test('migrating once more changes nothing', async () => expect(await migrate(database)).toEqual([]));
