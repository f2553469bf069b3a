import { Pool } from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { keepListening } from '#server/platform/database/keep-listening.ts';
import { copyTemplate } from '#testing/world/template.ts';

let pool: Pool;
/** Connections to another database of the same server. A database cannot be closed over a connection to itself. */
let outside: Pool;
let name: string;

beforeAll(async () => {
  const source = inject('database');
  const url = await copyTemplate(source.kind === 'postgres' ? source.urlOf : '');
  name = new URL(url).pathname.slice(1);
  pool = new Pool({ connectionString: url });
  pool.on('error', () => undefined);
  outside = new Pool({ connectionString: url.replace(`/${name}`, '/postgres') });
});
afterAll(async () => {
  await pool.end();
  await outside.end();
});

test('hears the database again after it was away for several tries', async () => {
  const heard: string[] = [];
  let refused = 0;
  let missed = 0;
  const connects = {
    connect: () =>
      pool.connect().catch((error: unknown) => {
        refused += 1;
        throw error;
      }),
  };
  const stop = await keepListening(connects, 'news', {
    heard: (payload) => heard.push(payload),
    missed: () => (missed += 1),
    probeMs: 5_000,
  });
  const say = (text: string) => pool.query('select pg_notify($1, $2)', ['news', text]);
  await say('first');
  await expect.poll(() => heard).toEqual(['first']);

  await outside.query(`alter database "${name}" allow_connections false`);
  await outside.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
  await expect.poll(() => refused).toBeGreaterThan(1);
  await outside.query(`alter database "${name}" allow_connections true`);
  await expect
    .poll(async () => {
      await say('again').catch(() => undefined);
      return heard.at(-1);
    })
    .toBe('again');
  expect(missed).toBe(1);

  stop();
  await expect.poll(() => pool.totalCount - pool.idleCount).toBe(0);
});
