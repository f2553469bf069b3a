// Steps that every command needs first. This file is plain JavaScript without dependencies, because it runs with the
// machine's own Node before anything is installed.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const bin = join(root, 'node_modules', '.bin');

/**
 * The environment of our tools. The tools' folder is first in the path. This folder also contains the project's Node,
 * which is a package of a fixed version. So the machine's own Node does not matter.
 */
const environment = {
  NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'),
  ...process.env,
  PATH: `${bin}${delimiter}${process.env.PATH ?? ''}`,
};

/** Whether this is a production machine. There, commands neither install nor build anything. */
export const isProduction = process.env.NODE_ENV === 'production';

/** Ends the process if a file is missing that a production machine gets once, before the first start. */
export function requireFiles(...files) {
  const missing = files.filter((file) => !existsSync(join(root, file)));
  if (missing.length === 0) return;
  console.error(`${missing.join(' and ')} missing. Run this once, as the owner of this folder:
  npm ci --include=dev && npm run build && npm prune --omit=dev`);
  process.exit(1);
}

/**
 * Installs the locked dependencies if there are none at all. Never changes installed ones, because a server may be
 * running from them.
 */
export function ensureAnyDependencies() {
  if (isProduction) requireFiles('node_modules');
  else if (!existsSync(join(root, 'node_modules', '.package-lock.json'))) ensureDependencies();
}

/** Installs the locked dependencies if they are missing or differ from the lock file. */
export function ensureDependencies() {
  if (isInstalled()) return;
  console.log('Installing dependencies …');
  execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: root, stdio: 'inherit' });
}

/**
 * Returns whether all locked packages are installed. Optional packages may be missing, because npm does not install
 * packages for other platforms.
 */
function isInstalled() {
  const list = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(list)) return false;
  const installed = packagesIn(list);
  return Object.entries(packagesIn(join(root, 'package-lock.json'))).every(([path, wanted]) => {
    const found = installed[path];
    return path === '' || (found ? found.version === wanted.version : wanted.optional || wanted.devOptional);
  });
}

const packagesIn = (lock) => JSON.parse(readFileSync(lock, 'utf8')).packages;

const BUILT_FROM = ['src', 'public', 'index.html', 'vite.config.ts', 'package-lock.json', 'scripts/bundle'];

/** Builds the browser's bundle if one of its sources is newer than the bundle. */
export function ensureBuild() {
  const built = join(root, 'dist', 'index.html');
  const newest = Math.max(...BUILT_FROM.map((source) => newestChange(join(root, source))));
  if (existsSync(built) && statSync(built).mtimeMs > newest) return;
  console.log('Building the web application …');
  execFileSync(join(bin, 'vite'), ['build', '--logLevel', 'warn'], { cwd: root, stdio: 'inherit', env: environment });
}

function newestChange(path) {
  const found = statSync(path);
  if (!found.isDirectory()) return found.mtimeMs;
  return Math.max(found.mtimeMs, ...readdirSync(path).map((name) => newestChange(join(path, name))));
}

/** Starts one of the project's tools, or the project's Node, in the project's root folder. */
export function start(tool, args, { env = {}, ...options } = {}) {
  return spawn(join(bin, tool), args, { cwd: root, env: { ...environment, ...env }, ...options });
}

/**
 * Runs one of our programs as if it were this process: the program gets the signals of this process, and this process
 * gets the program's output and exit code.
 */
export function become(args) {
  const program = start('node', args, { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => program.kill(signal));
  program.on('close', (code) => process.exit(code ?? 0));
}

/** Runs a tool and waits until it ends. Returns its exit code and, if `options` capture it, its output. */
export function runBeside(tool, args, options = { stdio: ['ignore', 'pipe', 'pipe'] }) {
  return new Promise((resolve) => {
    const child = start(tool, args, options);
    let output = '';
    child.stdout?.on('data', (chunk) => (output += chunk));
    child.stderr?.on('data', (chunk) => (output += chunk));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
    child.on('error', (error) => resolve({ code: 1, output: String(error) }));
  });
}

const SHELL = 'chromium-headless-shell';

/**
 * Returns the path of a Chromium for tests. The first choice is the Chromium that CHROMIUM names. The second choice is
 * Debian's headless package, which uses a third less CPU. The third choice is the machine's own Chromium.
 */
export function ensureChromium() {
  const found = [process.env.CHROMIUM, ...inPath(SHELL)].find((path) => path && existsSync(path));
  if (found) return found;
  console.log('Installing Chromium …');
  try {
    installPackages(SHELL, 'fonts-noto-cjk');
    return `/usr/bin/${SHELL}`;
  } catch (cause) {
    const other = inPath('chromium').find((path) => existsSync(path));
    if (other) return other;
    throw new Error('Chromium is missing, and apt-get could not install it. Set CHROMIUM to the path of a Chromium.', {
      cause,
    });
  }
}

/** Debian packages of the other browsers, each with the program that it provides. */
const ENGINES = { 'firefox-esr': 'firefox-esr', 'webkit2gtk-driver': 'WebKitWebDriver', xvfb: 'Xvfb' };

/** Installs Firefox, WebKit and the driver of WebKit. If FIREFOX names a Firefox, no other Firefox is installed. */
export function ensureEngines() {
  const missing = Object.entries(ENGINES)
    .filter(([, program]) => !(process.env.FIREFOX && program === 'firefox-esr'))
    .filter(([, program]) => !inPath(program).some((path) => existsSync(path)))
    .map(([name]) => name);
  if (missing.length === 0) return;
  console.log(`Installing ${missing.join(', ')} …`);
  try {
    installPackages(...missing);
  } catch (cause) {
    throw new Error(
      `apt-get could not install ${missing.join(', ')}, which the browser tests in all engines need. Install them.`,
      {
        cause,
      },
    );
  }
}

/**
 * Returns the path of promtool, which tests the alerts. If the machine has none, takes it out of Debian's package
 * `prometheus`, because installing the package would start a server.
 */
export function ensurePromtool() {
  const folder = join(root, 'node_modules', '.cache', 'prometheus');
  const own = join(folder, 'usr', 'bin', 'promtool');
  const found = [process.env.PROMTOOL, ...inPath('promtool'), own].find((path) => path && existsSync(path));
  if (found) return found;
  console.log('Fetching promtool …');
  mkdirSync(folder, { recursive: true });
  aptGet('update', '-qq');
  execFileSync('apt-get', ['download', '-qq', 'prometheus'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  const archive = readdirSync(folder).find((name) => name.endsWith('.deb'));
  execFileSync('dpkg-deb', ['--extract', archive, '.'], { cwd: folder });
  rmSync(join(folder, archive));
  return own;
}

/** Debian packages with which a test renders the Helm chart, each with a file that it provides. */
const CHART_ENGINE = {
  'golang-go': '/usr/bin/go',
  'golang-github-masterminds-sprig-dev': '/usr/share/gocode/src/github.com/Masterminds/sprig',
  'golang-k8s-sigs-yaml-dev': '/usr/share/gocode/src/sigs.k8s.io/yaml',
};

/** Installs Go and the libraries of Helm's template engine. */
export function ensureChartEngine() {
  const missing = Object.entries(CHART_ENGINE).flatMap(([name, file]) => (existsSync(file) ? [] : name));
  if (missing.length === 0) return;
  console.log(`Installing ${missing.join(', ')} …`);
  installPackages(...missing);
}

/** Returns the path of PgBouncer, with which a test runs. Installs it if it is missing, without starting its service. */
export function ensurePgBouncer() {
  const found = () =>
    [process.env.PGBOUNCER, '/usr/sbin/pgbouncer', ...inPath('pgbouncer')].find((path) => path && existsSync(path));
  if (!found()) {
    console.log('Installing PgBouncer …');
    installPackages('pgbouncer');
  }
  return found();
}

/** Debian packages with which the deployment test runs containers, each with a program that it provides. */
const CONTAINERS = {
  podman: 'podman',
  buildah: 'buildah',
  runc: 'runc',
  'podman-compose': 'podman-compose',
  debootstrap: 'debootstrap',
  netavark: undefined,
  'aardvark-dns': undefined,
  iptables: 'iptables',
};

/** Installs Podman and its tools, if Debian has them. The deployment test says what is missing otherwise. */
export function ensureContainers() {
  const missing = Object.values(CONTAINERS).some((name) => name && !inPath(name).some((path) => existsSync(path)));
  if (!missing) return;
  console.log('Installing Podman …');
  try {
    installPackages(...Object.keys(CONTAINERS));
  } catch (failure) {
    console.log(`apt-get could not install Podman: ${failure.message}`);
  }
}

const inPath = (name) => (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name));

function installPackages(...names) {
  aptGet('update', '-qq');
  aptGet('install', '-y', '-qq', '--no-install-recommends', '-o', 'Acquire::Retries=3', ...names);
}

function aptGet(...args) {
  const isRoot = process.getuid?.() === 0;
  const [command, ...rest] = [...(isRoot ? [] : ['sudo', '-n']), 'apt-get', ...args];
  // With this run level, Debian does not start the services that it installs.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  execFileSync(command, rest, { stdio: ['ignore', 'ignore', 'inherit'], env });
}
