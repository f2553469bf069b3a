import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openCopying } from '#server/backup/copying.ts';
import { openDatabase } from '#server/platform/database/database.ts';
import { DATABASE_LIMITS } from '#server/platform/database/postgres-pool.ts';
import { startPostgresPair } from '#testing/world/postgres-pair.ts';

test('with several hosts, every connection leads to the primary, also after the other host became it', async () => {
  const pair = await startPostgresPair();
  onTestFinished(() => pair.stop());
  const { username, password } = new URL(pair.url);
  const hosts = [pair.standby(), pair.primary()].map(({ port }) => `127.0.0.1:${port}`).join(',');
  const urlWith = (secret: string) =>
    `postgres://${username}:${secret}@${hosts}/postgres?target_session_attrs=read-write`;
  // A wrong password is told at once, and not taken for a host that is away.
  const refused = await openDatabase({ url: urlWith('wrong') });
  await expect(sql`select 1`.execute(refused.db)).rejects.toMatchObject({ code: '28P01' });
  await refused.close();
  const url = urlWith(password);
  const database = await openDatabase({ url, connections: 3, limits: DATABASE_LIMITS });
  onTestFinished(() => database.close());
  const heard: string[] = [];
  let missed = 0;
  database.onMissed(() => (missed += 1));
  await database.listen('news', (payload) => heard.push(payload));
  const write = () => sql`insert into kept values (1)`.execute(database.db);
  await database.exec('create table kept (n int)');
  await write();

  await pair.destroy(pair.primary());
  await pair.promote();
  await expect
    .poll(
      () =>
        write().then(
          () => true,
          () => false,
        ),
      { timeout: 15_000 },
    )
    .toBe(true);
  await Promise.all([1, 2, 3].map(write));
  await expect.poll(() => missed, { timeout: 20_000 }).toBe(1);
  await sql`select pg_notify('news', 'again')`.execute(database.db);
  await expect.poll(() => heard).toEqual(['again']);
  const copying = await openCopying({ url });
  expect(await copying.query('select count(*)::int as n from kept')).toEqual([{ n: 5 }]);
  await copying.close();
});
