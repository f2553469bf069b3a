import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { flags, ints, texts, instants, uuids } from '#server/platform/database/columns.ts';
import { openDatabase, type Database } from '#server/platform/database/database.ts';
import { startPostgres, type TestPostgres } from '#testing/world/postgres.ts';

const ID = '0189abcd-EF01-7234-8567-0123456789ab';
const SAME_ID = ID.toLowerCase();

describe('a column', () => {
  let postgres: TestPostgres;
  let database: Database;
  beforeAll(async () => {
    postgres = await startPostgres({ isInMemory: true });
    database = await openDatabase({ url: postgres.url('postgres') });
  });
  afterAll(async () => {
    await database.close();
    await postgres.stop();
  });

  const read = async (values: readonly unknown[], type: string): Promise<unknown[]> => {
    const { rows } = await sql<{ value: unknown }>`
      select value::text from unnest(${values}::${sql.raw(type)}[]) with ordinality as given (value, place)
      order by place`.execute(database.db);
    return rows.map(({ value }) => value);
  };

  it('has the same uuids in the database, with and without hyphens', async () => {
    expect(await read(uuids([ID, null, ID.replaceAll('-', '')]), 'uuid')).toEqual([SAME_ID, null, SAME_ID]);
  });
  it('has the same integers', async () => {
    const values = [0, -1, 2_147_483_647, -2_147_483_648, null];
    expect(await read(ints(values), 'int')).toEqual(values.map((value) => (value === null ? null : String(value))));
  });
  it('has the same texts', async () => {
    const values = ['', 'a', '可再生能源', '🌱', `"{},\\'`, null, 'NULL', 'x'.repeat(100_000)];
    expect(await read(texts(values), 'text')).toEqual(values);
  });
  it('has the same truth values', async () => {
    expect(await read(flags([true, false, null]), 'bool')).toEqual(['true', 'false', null]);
  });
  it('has the same times, before and after the year 2000', async () => {
    const values = ['1969-12-31T23:59:59.999Z', '2000-01-01T00:00:00.000Z', '2026-11-29T05:22:42.123Z', null];
    const { rows } = await sql<{ value: Date | null }>`
      select value from unnest(${instants(values)}::timestamptz[]) with ordinality as given (value, place)
      order by place`.execute(database.db);
    expect(rows.map(({ value }) => value?.toISOString() ?? null)).toEqual(values);
  });
  it('may be empty, beside one with values', async () => {
    const { rows } =
      await sql`select * from unnest(${ints([1, 2])}::int[], ${texts([])}::text[]) as given (a, b)`.execute(
        database.db,
      );
    expect(rows).toEqual([
      { a: 1, b: null },
      { a: 2, b: null },
    ]);
  });
  it.each([['not-a-uuid'], [SAME_ID.slice(1)], [`${SAME_ID}00`], [SAME_ID.replace('a', 'g')], ['']])(
    'refuses %s as a uuid',
    async (wrong) => {
      await expect(read(uuids([wrong]), 'uuid')).rejects.toThrow('is no uuid');
    },
  );
  it('refuses a text as a time', async () => {
    await expect(read(instants(['yesterday']), 'timestamptz')).rejects.toThrow('is no time');
  });
});
