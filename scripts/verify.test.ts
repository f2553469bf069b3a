import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder, type TemporaryFolder } from '#testing/world/temporary-folder.ts';

const RECORD = join(import.meta.dirname, '../src/testing/releases/records-0.1/scripted-forward.jsonl');
const PACKAGE = join(import.meta.dirname, '../packages/verify');
const BYTES_MAX = 1_000_000;

type Ran = { readonly code: number; readonly stdout: string; readonly stderr: string };
const run = async (file: string, args: readonly string[], cwd: string): Promise<Ran> =>
  promisify(execFile)(file, args, { cwd }).then(
    (done) => ({ code: 0, ...done }),
    ({ code, stdout, stderr }: Ran) => ({ code, stdout, stderr }),
  );

let folder: TemporaryFolder;
let empty: string;
beforeAll(async () => {
  folder = await temporaryFolder('verifier');
  empty = join(folder.path, 'empty');
  mkdirSync(empty);
  writeFileSync(join(empty, 'package.json'), '{}');
  const packed = await run('npm', ['pack', PACKAGE, '--pack-destination', folder.path], folder.path);
  expect(packed).toMatchObject({ code: 0 });
});
afterAll(() => folder.remove());

const tarball = (): string => join(folder.path, readdirSync(folder.path).find((name) => name.endsWith('.tgz')) ?? '');
/** Runs the installed command, and the command of the checkout, which must do the same. */
async function verify(...args: readonly string[]): Promise<Ran> {
  const installed = await run(join(empty, 'node_modules/.bin/greenlot-verify'), args, empty);
  const own = await run(process.execPath, [join(import.meta.dirname, 'verify.ts'), ...args], process.cwd());
  expect(installed).toEqual(own);
  return installed;
}

test('the packed verifier is small, has the version of the project, and needs no other package', async () => {
  expect(statSync(tarball()).size).toBeLessThan(BYTES_MAX);
  const versionIn = (file: string): string => (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
  expect(versionIn(join(PACKAGE, 'package.json'))).toBe(versionIn('package.json'));
  const installed = await run('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball()], empty);
  expect(installed).toMatchObject({ code: 0 });
  expect(readdirSync(join(empty, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['greenlot-verify']);
});

test('it accepts a record, as text and as JSON', async () => {
  const told = await verify(RECORD);
  expect(told).toMatchObject({ code: 0, stderr: '' });
  expect(told.stdout).toContain('28 entries, 3 awards. The record is valid.');
  const { stdout } = await verify(RECORD, '--json');
  const result = JSON.parse(stdout) as { publicKey: string };
  expect(result).toMatchObject({ isValid: true, entries: 28, awards: [{ ranking: 1 }, {}, {}] });
  expect(await verify(RECORD, '--key', result.publicKey)).toMatchObject({ code: 0 });
});

const lines = readFileSync(RECORD, 'utf8').split('\n');
const bidAt = lines.findIndex((line) => /"priceCents":\d/.test(line));
const CHANGES: Readonly<Record<string, readonly string[]>> = {
  'a changed price': lines.with(bidAt, (lines[bidAt] ?? '').replace(/("priceCents":)(\d+)/, '$11$2')),
  'a removed line': lines.toSpliced(bidAt, 1),
  'a changed title': lines.with(0, (lines[0] ?? '').replace('Scripted', 'Changed')),
  'a missing end': lines.slice(0, -2),
  'no record': ['{}'],
};

test.each(Object.entries(CHANGES))('it refuses a record with %s', async (name, changed) => {
  const file = join(folder.path, `${name.replaceAll(' ', '-')}.jsonl`);
  writeFileSync(file, changed.join('\n'));
  const told = await verify(file);
  expect(told).toMatchObject({ code: 1, stdout: '' });
  expect(told.stderr).toMatch(/^line \d+: \w/);
  const { stdout } = await verify(file, '--json');
  expect(JSON.parse(stdout)).toMatchObject({ isValid: false });
});

test('it refuses receipts that do not fit, with the reason', async () => {
  const file = join(folder.path, 'receipts.json');
  writeFileSync(file, '{}');
  const told = await verify(RECORD, '--receipts', file);
  // This record is from a release without receipts.
  expect(told).toMatchObject({ code: 1, stdout: expect.stringContaining('before receipts existed') });
  const { stdout } = await verify(RECORD, '--json', '--receipts', file);
  expect(JSON.parse(stdout)).toMatchObject({ isValid: true, receipts: { code: 'noReceipts' } });
  expect(await verify(RECORD, '--receipts', join(folder.path, 'missing.json'))).toMatchObject({ code: 2, stdout: '' });
});

test('it refuses another key, and tells of a missing file and of wrong arguments', async () => {
  expect(await verify(RECORD, '--key', 'AAAA')).toMatchObject({ code: 1 });
  expect((await verify(join(folder.path, 'missing.jsonl'))).code).toBe(2);
  expect(await verify()).toMatchObject({ code: 2, stdout: '' });
  expect((await verify('--wrong', RECORD)).code).toBe(2);
  for (const log of ['nowhere', 'http://127.0.0.1:1'])
    expect(await verify(RECORD, '--log', log)).toMatchObject({ code: 2, stdout: '' });
  expect((await verify('--help')).stdout).toContain('Usage');
});
