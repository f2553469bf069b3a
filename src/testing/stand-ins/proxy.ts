import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort, isOpen } from '#testing/world/free-port.ts';
import { temporaryFolder } from '#testing/world/temporary-folder.ts';

export type Proxy = { readonly url: string; stop(): Promise<void> };

const EXAMPLE = new URL('../../../deploy/nginx.conf', import.meta.url);
const START_TRIES = 100;

const place = process.env['NGINX'] ?? '/usr/sbin/nginx';

/** Starts nginx with the operators' example configuration. It forwards requests to processes on these ports. */
export async function startProxy(ports: readonly number[]): Promise<Proxy> {
  if (!existsSync(place))
    throw new Error(`nginx is missing at ${place}: run apt-get install nginx-light, or set NGINX to its path.`);
  const folder = await temporaryFolder('nginx');
  const port = await freePort();
  const config = join(folder.path, 'nginx.conf');
  await Promise.all(['body', 'proxy'].map((name) => mkdir(join(folder.path, name))));
  await writeFile(config, fitted(await readFile(EXAMPLE, 'utf8'), { folder: folder.path, port, ports }));
  const inFront = `daemon off; pid ${join(folder.path, 'nginx.pid')}; error_log stderr warn;`;
  const child = spawn(place, ['-p', folder.path, '-e', 'stderr', '-c', config, '-g', inFront], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const stopAtExit = (): boolean => child.kill();
  process.once('exit', stopAtExit);
  let said = '';
  child.stderr.on('data', (chunk) => (said += String(chunk)));
  const ended = new Promise<void>((resolve) => {
    child.on('exit', () => resolve());
  });
  const url = `http://127.0.0.1:${port}`;
  for (let i = 0; !(await isOpen(port)); i += 1) {
    if (child.exitCode !== null || i === START_TRIES) throw new Error(`nginx did not start: ${said}`);
    await pause(50);
  }
  return {
    url,
    async stop() {
      process.off('exit', stopAtExit);
      child.kill();
      await ended;
      await folder.remove();
    },
  };
}

type Place = { readonly folder: string; readonly port: number; readonly ports: readonly number[] };

/** Returns the example configuration with this machine's ports and folders. Everything else is unchanged. */
function fitted(example: string, { folder, port, ports }: Place): string {
  const [first = '', ...others] = example.match(/^ *server 127\.0\.0\.1:\d+ .*$/gm) ?? [];
  const servers = ports.map((one) => first.replace(/:\d+/, `:${one}`)).join('\n');
  return others
    .reduce((text, other) => text.replace(`${other}\n`, ''), example)
    .replace(first, servers)
    .replace('listen 8080', `listen 127.0.0.1:${port}`)
    .replaceAll('/tmp/greenlot-nginx-', `${folder}/`)
    .replace('/dev/stdout', join(folder, 'access.log'));
}
