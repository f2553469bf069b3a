import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, inject, test } from 'vitest';
import { copyTemplate } from '#testing/world/template.ts';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));

test.each(['off', 'local'])(
  'no server starts if commits do not wait for the disks: synchronous_commit %s',
  async (value) => {
    const source = inject('database');
    const url = new URL(await copyTemplate(source.kind === 'postgres' ? source.urlOf : ''));
    url.searchParams.set('options', `-c synchronous_commit=${value}`);
    const { status, stderr } = spawnSync(process.execPath, [MAIN], {
      env: { PATH: process.env['PATH'], DATABASE_URL: String(url), PORT: '0' },
      encoding: 'utf8',
      timeout: 60_000,
    });
    expect(stderr).toContain(`The database has synchronous_commit ${value}, so acknowledged bids could be lost.`);
    expect(status).toBe(1);
  },
);
