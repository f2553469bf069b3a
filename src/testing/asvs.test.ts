import { existsSync, globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string): string => readFileSync(ROOT + path, 'utf8');
const TABLE = read('docs/asvs.md');

/** As the standard itself counts them (ASVS 5.0.0). */
const REQUIREMENTS = { L1: 70, L2: 183 };

type Row = { readonly number: string; readonly level: string; readonly way: string; readonly rest: string };
const rows: readonly Row[] = [...TABLE.matchAll(/^\| (\d+\.\d+\.\d+) +\| (L[12]) .*\| (\w+): ([^|]+?) +\|$/gm)].map(
  ([, number = '', level = '', way = '', rest = '']) => ({ number, level, way, rest }),
);
const filesIn = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path);
const by = (...ways: readonly string[]): readonly Row[] => rows.filter(({ way }) => ways.includes(way));

/** Requirement numbers in test titles, by file: `'1.2.3, 1.2.4: …'` or `'… (ASVS 1.2.3)'`. */
const titles = new Map(
  globSync(['src/**/*.test.ts', 'e2e/*.e2e.ts'], { cwd: ROOT }).map((path) => [
    path,
    [...read(path).matchAll(/['"`]((?:\d+\.\d+\.\d+(?:, )?)+): |\(ASVS ((?:\d+\.\d+\.\d+(?:, )?)+)\)['"`]/g)].flatMap(
      ([, first, last]) => (first ?? last ?? '').split(', '),
    ),
  ]),
);

test('the table has every requirement of ASVS 5.0 once, with a way in which it is verified', () => {
  const numbers = rows.map(({ number }) => number);
  expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([]);
  for (const [level, count] of Object.entries(REQUIREMENTS))
    expect([level, rows.filter((row) => row.level === level).length]).toEqual([level, count]);
  expect(by('request', 'test', 'reading', 'operator', 'open').length).toBe(rows.length);
  expect(by('open')).toEqual([]);
});

test('each line shown by a request or a test names files whose titles have its number', () => {
  const unnamed = by('request', 'test').flatMap(({ number, rest }) => {
    const files = filesIn(rest);
    const missing = files.filter((path) => !titles.get(path)?.includes(number));
    return files.length === 0 || missing.length > 0 ? [`${number}: ${missing.join(', ')}`] : [];
  });
  expect(unnamed).toEqual([]);
});

test('each number in a title is a line that a request or a test shows', () => {
  const shown = new Set(by('request', 'test', 'open').map(({ number }) => number));
  const unknown = [...titles].flatMap(([path, numbers]) =>
    numbers.filter((number) => !shown.has(number)).map((number) => `${path} ${number}`),
  );
  expect(unknown).toEqual([]);
});

test('a line verified by reading says why, and the operator’s guide has each line of the operator', () => {
  expect(by('reading').filter(({ rest }) => rest.length < 15)).toEqual([]);
  const guide = read('docs/operate.md');
  expect(by('operator').filter(({ number }) => !guide.includes(`| ${number} `))).toEqual([]);
});

test('the table counts its own lines', () => {
  const counts = { 'by a request': 'request', 'by a test without one': 'test', 'by reading': 'reading' };
  const told = TABLE.replaceAll(/\s+/g, ' ');
  for (const [words, way] of Object.entries(counts)) expect(told).toContain(`${by(way).length} ${words}`);
  expect(told).toContain(`${by('operator').length} by the operator`);
});

test('every file that the table names is there', () => {
  const named = filesIn(TABLE).filter((path) =>
    /^(src|e2e|decisions|docs|bench|crash|fuzz|scripts|deploy)\//.test(path),
  );
  expect(named.length).toBeGreaterThan(200);
  expect(named.filter((path) => !existsSync(ROOT + path))).toEqual([]);
});
