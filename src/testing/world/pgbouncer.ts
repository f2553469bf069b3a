import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort, isOpen } from '#testing/world/free-port.ts';
import { temporaryFolder } from '#testing/world/temporary-folder.ts';

export type PgBouncer = { readonly url: string; stop(): Promise<void> };

const TRIES = 100;

/**
 * Starts a real PgBouncer before the database of `url`. Returns the URL through it. It has its default settings and
 * those of `more`.
 */
export async function startPgBouncer(
  url: string,
  mode: 'session' | 'transaction' | 'statement',
  more: readonly string[] = [],
): Promise<PgBouncer> {
  const { hostname, port, username, password, pathname } = new URL(url);
  const own = await freePort();
  const folder = await temporaryFolder('pgbouncer');
  const users = join(folder.path, 'users');
  const settings = join(folder.path, 'pgbouncer.ini');
  await writeFile(users, `"${username}" "${decodeURIComponent(password)}"\n`);
  await writeFile(
    settings,
    [
      '[databases]',
      `* = host=${hostname} port=${port}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${own}`,
      'unix_socket_dir =',
      'auth_type = plain',
      `auth_file = ${users}`,
      `pool_mode = ${mode}`,
      'default_pool_size = 50',
      ...more,
    ].join('\n'),
  );
  for (const [path, rights] of [[folder.path, 0o755], ...[users, settings].map((file) => [file, 0o644])] as [
    string,
    number,
  ][])
    await chmod(path, rights);
  // PgBouncer does not run as root.
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = spawn(process.env['PGBOUNCER'] ?? 'pgbouncer', [...user, settings], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk) => (said += String(chunk)));
  const ended = once(child, 'exit');
  for (let i = 0; !(await isOpen(own)); i += 1) {
    if (i === TRIES || child.exitCode !== null) throw new Error(`PgBouncer did not start: ${said}`);
    await pause(50);
  }
  return {
    url: `postgres://${username}:${password}@127.0.0.1:${own}${pathname}`,
    async stop() {
      child.kill('SIGKILL');
      await ended;
      await folder.remove();
    },
  };
}
