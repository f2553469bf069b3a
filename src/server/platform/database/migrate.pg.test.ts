import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { openDatabase, type Database } from '#server/platform/database/database.ts';
import { migrate, readMigrations } from '#server/platform/database/migrate.ts';
import { emptyDatabase } from '#testing/world/database.ts';

const PATIENCE = { lockMs: 60, pauseMs: 30, tries: 200, statementMs: 10_000 };
/**
 * A migration that creates triggers on most tables. It can run only while no other transaction writes to these tables.
 */
const HARD = '0035-audit-trail.sql';

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

async function open(url: string): Promise<Database> {
  const database = await openDatabase({ url, connections: 2 });
  ends.push(() => database.close());
  return database;
}

/**
 * Returns a database with the migrations before `HARD`, and an open transaction that locks the table `auction`. `letGo`
 * commits this transaction.
 */
async function held() {
  const url = await emptyDatabase();
  const database = await open(url);
  await migrate(database, { upTo: (await readMigrations()).filter(({ name }) => name < HARD) });
  const holder = await (await open(url)).db.startTransaction().execute();
  await sql`update auction set title = title`.execute(holder);
  return { url, database, letGo: () => holder.commit().execute() };
}

test('a migration waits for a long transaction by trying again, and blocks nobody for longer than its lock timeout', async () => {
  const { url, database, letGo: release } = await held();
  const other = await open(url);
  const migrated = migrate(database, { patience: PATIENCE });
  const waits: number[] = [];
  for (let i = 0; i < 20; i += 1) {
    const from = performance.now();
    await sql`insert into tick_size (id, name) select gen_random_uuid(), 'x' where false`.execute(other.db);
    await sql`update auction set title = title`.execute(other.db);
    waits.push(performance.now() - from);
    await new Promise((resolve) => void setTimeout(resolve, 15));
  }
  // Without the lock timeout, the first statement would wait until `release` below. The slowest of the twenty waits is
  // ignored, because this machine may be busy.
  expect(waits.toSorted((a, b) => b - a)[1]).toBeLessThan(2_000);
  await release();
  expect((await migrated)[0]).toBe(HARD);
});

test('a migration that never gets its lock gives up, names who blocks it, and leaves nothing', async () => {
  const { database, letGo: release } = await held();
  await expect(migrate(database, { patience: { ...PATIENCE, tries: 2 } })).rejects.toThrow(
    /0035-audit-trail.sql could not lock its tables.* process \d+ of postgres, idle in transaction/,
  );
  const { rows } = await sql`select 1 from pg_class where relname = 'audit_change'`.execute(database.db);
  expect(rows).toEqual([]);
  await release();
  expect((await migrate(database, { patience: PATIENCE }))[0]).toBe(HARD);
});

test('of parallel migrators one applies each migration, and one that waits too long gives up', async () => {
  const url = await emptyDatabase();
  const migrators = await Promise.all([open(url), open(url), open(url)]);
  const applied = await Promise.all(migrators.map((database) => migrate(database, { patience: PATIENCE })));
  const all = (await readMigrations()).map(({ name }) => name);
  expect(applied.flat().toSorted()).toEqual(expect.arrayContaining(all));
  const { rows } = await sql<{ name: string }>`select name from migration order by name`.execute((await open(url)).db);
  expect(rows.map(({ name }) => name)).toEqual(all);

  const holder = await (await open(url)).db.startTransaction().execute();
  await sql`select pg_advisory_xact_lock(7201994)`.execute(holder);
  await expect(migrate(await open(url), { patience: { ...PATIENCE, statementMs: 80 } })).rejects.toThrow(
    'canceling statement due to statement timeout',
  );
  await holder.rollback().execute();
});
