import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportAccounts, listAccounts } from '#contract/company/company.ts';
import { getNoticeSettings, updateNoticeSettings } from '#contract/notice.ts';
import { API_BASE } from '#server/platform/config/config.ts';
import { openDatabase, type Database } from '#server/platform/database/database.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { DATABASE_LIMITS } from '#server/platform/database/postgres-pool.ts';
import { startPostgresPair, type PostgresPair } from '#testing/world/postgres-pair.ts';
import { worldOn, type World } from '#testing/world/world.ts';

/** Long enough that a busy machine does not look like a replica that is late. */
const WAIT_MS = 2_000;

let pair: PostgresPair;
/** Two processes, as far as the database is concerned. */
let one: World;
let other: World;

beforeAll(async () => {
  pair = await startPostgresPair();
  const open = () =>
    openDatabase({ url: pair.url, limits: DATABASE_LIMITS, replica: { url: replicaUrl(), waitMs: WAIT_MS } });
  const database = await open();
  await migrate(database);
  one = await worldOn(database, pair.url);
  other = await worldOn(await open(), pair.url);
});
afterAll(async () => {
  await Promise.all([one.end(), other.end()]);
  await pair.stop();
});

const replicaUrl = (): string => {
  const url = new URL(pair.url);
  url.port = String(pair.standby().port);
  return String(url);
};
const onStandby = (text: string) => pair.query(pair.standby(), text);
/** Returns whether a read runs on the replica. */
const isOnReplica = ({ read }: Database): Promise<boolean> =>
  read(async (db) => {
    const { rows } = await sql<{ is: boolean }>`select pg_is_in_recovery() as is`.execute(db);
    return rows[0]?.is ?? false;
  });

test('reads run on the replica as soon as it has all that was stored, and on the primary until then', async () => {
  await expect.poll(() => isOnReplica(one.database), { timeout: 20_000 }).toBe(true);
  await onStandby('select pg_wal_replay_pause()');
  await one.database.exec('create table news (n int)');
  expect(await isOnReplica(one.database)).toBe(false);
  // After one read that was late, no read waits.
  const beganMs = performance.now();
  expect(await isOnReplica(one.database)).toBe(false);
  expect(performance.now() - beganMs).toBeLessThan(WAIT_MS / 2);
  await onStandby('select pg_wal_replay_resume()');
  await expect.poll(() => isOnReplica(one.database), { timeout: 20_000 }).toBe(true);
});

test('a user sees what they have just saved, in every process, while the replica is late', async () => {
  const who = await one.signedIn();
  await expect.poll(() => isOnReplica(other.database), { timeout: 20_000 }).toBe(true);
  await onStandby('select pg_wal_replay_pause()');
  const body = { choices: [{ kind: 'outbid' as const, channels: ['page' as const] }], endingMinutes: [] };
  expect((await one.call(who, updateNoticeSettings, { body, key: randomUUID() })).code).toBe('Success');
  for (const w of [one, other]) {
    const { data } = await w.call(who, getNoticeSettings);
    expect(data.choices.find(({ kind }) => kind === 'outbid')?.channels).toEqual(['page']);
  }
  await onStandby('select pg_wal_replay_resume()');
});

test('changes are read on the primary, which alone knows the running transactions', async () => {
  const admin = await one.signedIn({ role: 'Admin' });
  await expect.poll(() => isOnReplica(one.database), { timeout: 20_000 }).toBe(true);
  const { accountId } = await one.signedIn();
  const read = () => one.call(admin, listAccounts, { query: '?limit=100&updatedSince=1970-01-01T00:00:00Z' });
  await expect.poll(async () => (await read()).data.items.map(({ id }) => id)).toContain(accountId);
});

test('a file for programs comes from the replica, and its transaction asks no standby', async () => {
  const admin = await one.signedIn({ role: 'Admin' });
  await expect.poll(() => isOnReplica(one.database), { timeout: 20_000 }).toBe(true);
  const url = `${API_BASE}${exportAccounts.path}?format=jsonl`;
  const reply = await one.app.inject({ url, headers: { authorization: `Bearer ${admin.token}` } });
  expect([reply.statusCode, reply.body.split('\n').length > 1]).toEqual([200, true]);
});

test('a read that the replica cancels, or that meets a promoted or lost replica, runs on the primary', async () => {
  await expect.poll(() => isOnReplica(one.database), { timeout: 20_000 }).toBe(true);
  const tried: boolean[] = [];
  const answer = await one.database.read(async (db) => {
    const { rows } = await sql<{ is: boolean }>`select pg_is_in_recovery() as is`.execute(db);
    tried.push(rows[0]?.is ?? false);
    // As PostgreSQL does if a read is in the way of the replay.
    if (rows[0]?.is)
      await sql.raw(`do $$ begin raise exception 'in the way' using errcode = '40001'; end $$`).execute(db);
    return 'read';
  });
  expect([answer, tried]).toEqual(['read', [true, false]]);
  // A node that was promoted has another history from now on, even if nothing was stored since.
  await onStandby('select pg_promote()');
  expect(await isOnReplica(one.database)).toBe(false);
  await pair.query(pair.primary(), `alter system set synchronous_standby_names = ''`);
  await pair.query(pair.primary(), 'select pg_reload_conf()');
  await pair.destroy(pair.standby());
  expect(await isOnReplica(one.database)).toBe(false);
});
