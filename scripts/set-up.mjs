// What every command needs first. Plain JavaScript without dependencies: it runs under the machine's own Node,
// before anything is installed.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
const bin = join(root, 'node_modules', '.bin');

/** The Node that runs the project: pinned as a package, whatever the machine has. */
export const node = join(bin, 'node');

/** Environment in which our own Node and tools come first. */
export const environment = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH ?? ''}` };

/** Installs the locked dependencies where they are missing or older than the lock file. */
export function ensureDependencies() {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  const stamp = join(root, 'node_modules', '.greenlot-lock');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  console.log('Installing dependencies …');
  execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: root, stdio: 'inherit' });
  writeFileSync(stamp, lock);
}

/** Builds the browser's bundle where its sources are newer than it. */
export function ensureBuild() {
  const built = join(root, 'dist', 'index.html');
  const sources = ['src/web', 'src/domain', 'src/contract', 'src/phrases', 'public', 'index.html', 'vite.config.ts'];
  if (existsSync(built)) {
    const newest = Math.max(...sources.map((source) => newestChange(join(root, source))));
    if (statSync(built).mtimeMs > newest) return;
  }
  console.log('Building the web application …');
  run('vite', ['build', '--logLevel', 'warn']);
}

function newestChange(path) {
  if (!existsSync(path)) return 0;
  const found = statSync(path);
  if (!found.isDirectory()) return found.mtimeMs;
  return Math.max(found.mtimeMs, ...readdirSync(path).map((name) => newestChange(join(path, name))));
}

/** Runs one of the project's tools to its end; throws where it fails. */
export function run(tool, args, options = {}) {
  execFileSync(join(bin, tool), args, { cwd: root, stdio: 'inherit', env: environment, ...options });
}

/** Runs a tool beside others; resolves to its exit code and, when captured, what it printed. */
export function runBeside(tool, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(join(bin, tool), args, { cwd: root, env: environment, ...options });
    let output = '';
    child.stdout?.on('data', (chunk) => (output += chunk));
    child.stderr?.on('data', (chunk) => (output += chunk));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
    child.on('error', (error) => resolve({ code: 1, output: String(error) }));
  });
}

/** A Chromium to test with: the one that CHROMIUM names, the machine's, or Debian's package. */
export function ensureChromium() {
  const known = [process.env.CHROMIUM, '/usr/bin/chromium'].find((path) => path && existsSync(path));
  if (known) return known;
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  console.log('Installing Chromium …');
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-noto-cjk'],
  ]) {
    const [command = 'apt-get', ...rest] = [...asRoot, 'apt-get', ...args];
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const done = spawnSync(command, rest, { stdio: ['ignore', 'ignore', 'inherit'], env });
    if (done.status !== 0)
      throw new Error('No Chromium here, and it could not be installed: set CHROMIUM to its path.');
  }
  return '/usr/bin/chromium';
}
