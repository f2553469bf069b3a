import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, readFile, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { temporaryFolder, type TemporaryFolder } from '#testing/world/temporary-folder.ts';

const SCRIPTS = fileURLToPath(new URL('.', import.meta.url));
const ONCE = 'npm ci --include=dev && npm run build && npm prune --omit=dev';

/** A program in place of npm. It notes its arguments and installs nothing but our Node. */
const NPM = `#!/bin/sh
echo "$@" >> npm-calls
mkdir -p node_modules/.bin
ln -sf "${process.execPath}" node_modules/.bin/node
cp package-lock.json node_modules/.package-lock.json
`;

let folder: TemporaryFolder;

beforeEach(async () => {
  folder = await temporaryFolder('set-up');
  for (const name of ['set-up.mjs', 'run.mjs', 'start.mjs']) await cp(join(SCRIPTS, name), at('scripts', name));
  for (const name of ['bin', 'public', 'scripts/bundle', 'src/server']) await mkdir(at(name), { recursive: true });
  for (const name of ['index.html', 'vite.config.ts']) await writeFile(at(name), '');
  await writeFile(at('package-lock.json'), lockWith('2.0.0'));
  await writeFile(at('src/server/main.ts'), "console.log('served');");
  await writeFile(at('bin/npm'), NPM);
  await chmod(at('bin/npm'), 0o755);
});
afterEach(() => folder.remove());

const at = (...parts: string[]): string => join(folder.path, ...parts);

const lockWith = (version: string): string =>
  JSON.stringify({ packages: { '': {}, 'node_modules/a': { version }, 'node_modules/b': { version, dev: true } } });

/** Adds packages of another version than the lock file's, without the development ones. */
async function addPrunedPackages(): Promise<void> {
  await mkdir(at('node_modules/.bin'), { recursive: true });
  await symlink(process.execPath, at('node_modules/.bin/node'));
  await writeFile(at('node_modules/.package-lock.json'), installed);
}
const installed = JSON.stringify({ packages: { 'node_modules/a': { version: '1.0.0' } } });

/** Adds a bundle that is newer than all sources. */
async function addBundle(): Promise<void> {
  await mkdir(at('dist'));
  await writeFile(at('dist/index.html'), '');
  const later = Date.now() / 1_000 + 60;
  await utimes(at('dist/index.html'), later, later);
}

function run(script: string, { args = [] as string[], mode = 'development' } = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [at('scripts', script), ...args], {
    cwd: folder.path,
    env: { PATH: `${at('bin')}:/usr/bin:/bin`, NODE_ENV: mode },
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

const installs = (): boolean => existsSync(at('npm-calls'));

describe('npm start in production', () => {
  const start = () => run('start.mjs', { mode: 'production' });

  test('names the command to run once if the packages or the bundle are missing', async () => {
    expect(start()).toEqual({
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(/^node_modules and dist missing\. .*:\n {2}(.*)\n$/),
    });
    await addPrunedPackages();
    const { status, stderr } = start();
    expect([status, stderr]).toEqual([1, expect.stringMatching(/^dist missing\./)]);
    expect(stderr).toContain(ONCE);
    expect(installs()).toBe(false);
  });

  test('starts the server without an install or a build, however often it is called', async () => {
    await addPrunedPackages();
    await addBundle();
    for (let time = 0; time < 2; time += 1) expect(start()).toEqual({ status: 0, stdout: 'served\n', stderr: '' });
    expect(installs()).toBe(false);
    expect(await readFile(at('node_modules/.package-lock.json'), 'utf8')).toBe(installed);
  });
});

test('npm start in development installs packages that differ from the lock file', async () => {
  await addPrunedPackages();
  await addBundle();
  expect(run('start.mjs')).toMatchObject({ status: 0, stdout: expect.stringMatching(/^Installing[^]*served\n$/) });
  expect(await readFile(at('npm-calls'), 'utf8')).toMatch(/^ci /);
});

describe("an operator's command", () => {
  const args = ['src/server/main.ts'];

  test.each(['development', 'production'])('leaves installed packages as they are in %s', async (mode) => {
    await addPrunedPackages();
    expect(run('run.mjs', { args, mode })).toEqual({ status: 0, stdout: 'served\n', stderr: '' });
    expect(installs()).toBe(false);
  });

  test('installs packages if there are none at all', () => {
    expect(run('run.mjs', { args })).toMatchObject({ status: 0, stdout: expect.stringMatching(/served\n$/) });
    expect(installs()).toBe(true);
  });
});
