import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { startPostgresPair } from '#testing/world/postgres-pair.ts';

test('a pair keeps what it acknowledged when the primary is destroyed, and its entrance leads to the new primary', async () => {
  const pair = await startPostgresPair();
  onTestFinished(() => pair.stop());
  const connect = async (): Promise<Client> => {
    const client = new Client(pair.url);
    client.on('error', () => undefined);
    await client.connect();
    onTestFinished(() => void client.end().catch(() => undefined));
    return client;
  };
  const before = await connect();
  await before.query('create table kept (n int)');
  await before.query('insert into kept values (1)');
  const lost = pair.primary();
  await pair.destroy(lost);
  await pair.promote();
  pair.entrance.leadTo(pair.primary().port);
  await pair.rebuild();
  expect(pair.standby()).toBe(lost);
  await (await connect()).query('insert into kept values (2)');
  const rows = await pair.query(pair.primary(), 'select n from kept order by n');
  expect(rows).toEqual([{ n: 1 }, { n: 2 }]);
  expect(await pair.query(pair.standby(), 'select pg_is_in_recovery() as value')).toEqual([{ value: true }]);

  const silent = await connect();
  pair.entrance.silence();
  let isAnswered = false;
  silent.query('select 1').then(
    () => (isAnswered = true),
    () => (isAnswered = true),
  );
  // New connections are answered, while the silent one stays open without an answer.
  expect((await (await connect()).query('select 2 as n')).rows).toEqual([{ n: 2 }]);
  expect(isAnswered).toBe(false);
});
