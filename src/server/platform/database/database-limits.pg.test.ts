import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { isDatabaseAway } from '#server/platform/database/database-away.ts';
import { openDatabase, withoutTimeLimit, type Database } from '#server/platform/database/database.ts';
import { openEntrance, type DatabaseEntrance } from '#testing/world/database-entrance.ts';
import { freePort } from '#testing/world/free-port.ts';
import { copyTemplate } from '#testing/world/template.ts';

const LIMITS = { connectMs: 5_000, statementMs: 2_000, probeMs: 1_000 };

let direct: Database;
let entrance: DatabaseEntrance;
let database: Database;
let name: string;

beforeAll(async () => {
  const source = inject('database');
  const url = new URL(await copyTemplate(source.kind === 'postgres' ? source.urlOf : ''));
  name = url.pathname.slice(1);
  direct = await openDatabase({ url: String(url) });
  entrance = await openEntrance(await freePort(), Number(url.port));
  url.hostname = '127.0.0.1';
  url.port = String(entrance.port);
  database = await openDatabase({ url: String(url), connections: 2, limits: LIMITS });
});
afterAll(async () => {
  await database.close();
  await entrance.close();
  await direct.close();
});

const ask = (statement = 'select 1') => sql.raw(statement).execute(database.db);
const failureOf = (asked: Promise<unknown>): Promise<unknown> =>
  asked.then(
    () => undefined,
    (error: unknown) => error,
  );

test('a machine that falls silent is given up after the limits, by queries and by listeners', async () => {
  const heard: string[] = [];
  let missed = 0;
  database.onMissed(() => (missed += 1));
  await database.listen('news', (payload) => heard.push(payload));
  await Promise.all([ask('select pg_sleep(0.1)'), ask('select pg_sleep(0.1)')]);
  entrance.silence();
  const failures = await Promise.all([ask(), ask()].map(failureOf));
  expect(failures.map(isDatabaseAway)).toEqual([true, true]);
  // New connections reach the database again.
  await ask();
  await expect.poll(() => missed, { timeout: 20_000 }).toBe(1);
  await sql`select pg_notify('news', 'again')`.execute(direct.db);
  await expect.poll(() => heard, { timeout: 20_000 }).toEqual(['again']);
});

test('a statement that takes too long fails, its connection is not used again, and exports may take longer', async () => {
  expect(isDatabaseAway(await failureOf(ask('select pg_sleep(5)')))).toBe(true);
  await ask();
  await withoutTimeLimit(() => ask('select pg_sleep(3)'));
});

test('connections to a node that may not write are closed, and the next one to a primary serves', async () => {
  await direct.exec(`alter database "${name}" set default_transaction_read_only = on`);
  entrance.silence();
  await Promise.all([ask(), ask()].map(failureOf));
  expect(await failureOf(ask())).toMatchObject({ code: '25006' });
  await direct.exec(
    `set transaction_read_only = off; alter database "${name}" set default_transaction_read_only = off`,
  );
  await ask('create table written ()');
});
