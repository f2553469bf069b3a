import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, inject, test } from 'vitest';
import { openDatabase } from '#server/platform/database/database.ts';
import { copyTemplate, createOwned } from '#testing/world/template.ts';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));

const urlOf = (): string => {
  const source = inject('database');
  return source.kind === 'postgres' ? source.urlOf : '';
};

const start = (url: URL | string, settings: Record<string, string> = {}) =>
  spawnSync(process.execPath, [MAIN], {
    env: { PATH: process.env['PATH'], DATABASE_URL: String(url), PORT: '0', ...settings },
    encoding: 'utf8',
    timeout: 60_000,
  });

test.each(['off', 'local'])(
  'no server starts if commits do not wait for the disks: synchronous_commit %s',
  async (value) => {
    const url = new URL(await copyTemplate(urlOf()));
    url.searchParams.set('options', `-c synchronous_commit=${value}`);
    const { status, stderr } = start(url);
    expect(stderr).toContain(`The database has synchronous_commit ${value}, so acknowledged bids could be lost.`);
    expect(status).toBe(1);
  },
);

test('with REQUIRE_STANDBY, no server starts without a synchronous standby, or without the right to see it', async () => {
  const { url, ownerUrl } = await createOwned(urlOf());
  const role = new URL(url).username;
  const superuser = await openDatabase({ url: await copyTemplate(urlOf()) });
  for (const reason of [
    `the role ${role} must not see the standbys of the database. Run as superuser: grant pg_monitor to ${role}`,
    'the database has no synchronous standby (synchronous_standby_names: it is empty)',
  ]) {
    const { status, stderr } = start(url, { REQUIRE_STANDBY: 'on', DATABASE_OWNER_URL: ownerUrl });
    expect(stderr).toContain(`\n  REQUIRE_STANDBY: ${reason}\n`);
    expect(status).toBe(1);
    await superuser.exec(`grant pg_monitor to ${role}`);
  }
  await superuser.close();
});
