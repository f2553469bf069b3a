import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { temporaryFolder, type TemporaryFolder } from '#testing/world/temporary-folder.ts';

/**
 * `deploy/proxy.sh` with a name server and an nginx that only note what they are asked. The deployment test runs the
 * script with the real ones.
 */
const deploy = (file: string): string => fileURLToPath(new URL(`../../deploy/${file}`, import.meta.url));
const GETENT =
  '#!/bin/sh\ngrep "^$2 " "$TMPDIR/addresses" | while read -r _ address; do echo "$address STREAM"; done\n';
const NGINX = `#!${process.execPath}
const { appendFileSync } = require('node:fs');
const note = (text) => appendFileSync(process.env.TMPDIR + '/calls', text + '\\n');
note(process.argv.slice(2).join(' '));
if (process.argv.at(-1) !== 'reload') {
  setInterval(() => undefined, 1_000);
  process.on('SIGQUIT', () => { note('quit'); process.exit(); });
}
`;

let folder: TemporaryFolder;
beforeEach(async () => {
  folder = await temporaryFolder('proxy-script');
  writeFileSync(join(folder.path, 'getent'), GETENT, { mode: 0o755 });
  writeFileSync(join(folder.path, 'nginx'), NGINX, { mode: 0o755 });
});
afterEach(() => folder.remove());

const read = (file: string): string => readFileSync(join(folder.path, file), 'utf8');
const give = (...addresses: string[]): void => writeFileSync(join(folder.path, 'addresses'), addresses.join('\n'));
const servers = (): string[] =>
  [...read('nginx.conf').matchAll(/^ {4}server (.+) max_fails=0;$/gm)].map(([, at]) => at ?? '');
const reloads = (): number =>
  read('calls')
    .split('\n')
    .filter((line) => line.endsWith('-s reload')).length;

test('nginx gets all addresses of the servers, a reload when they change, and the last ones of a stopped server', async () => {
  give();
  const script = spawn('sh', [deploy('proxy.sh'), deploy('nginx.conf'), 'server-1:3000', 'server-2:4000'], {
    env: { ...process.env, TMPDIR: folder.path, PATH: `${folder.path}:${process.env['PATH']}` },
    stdio: 'ignore',
  });
  const closed = once(script, 'close');
  const hears = (addresses: string[], count: number) =>
    vi.waitFor(() => expect([servers(), reloads()]).toEqual([addresses, count]), { timeout: 20_000 });
  try {
    await hears(['127.0.0.1:9'], 0);
    give('server-1 10.0.0.2', 'server-1 10.0.0.1', 'server-1 10.0.0.1', 'server-2 fd00::1');
    await hears(['10.0.0.1:3000', '10.0.0.2:3000', '[fd00::1]:4000'], 1);
    give('server-1 10.0.0.3');
    await hears(['10.0.0.3:3000', '[fd00::1]:4000'], 2);
    const other = read('nginx.conf').replaceAll(/^ {4}server .*\n/gm, '');
    expect(other).toBe(readFileSync(deploy('nginx.conf'), 'utf8').replaceAll(/^ {4}server .*\n/gm, ''));
  } finally {
    script.kill('SIGQUIT');
  }
  expect(await closed).toEqual([0, null]);
  expect(read('calls').trimEnd().split('\n').at(-1)).toBe('quit');
});
