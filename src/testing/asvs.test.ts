import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { missingPaths, pathsIn, quotedIn, tableRows, testTitles } from '#testing/readers/evidence.ts';
import { readDocument } from '#testing/tidy/documents.ts';
import { ROOT } from '#testing/tidy/source.ts';

const TABLE = readDocument('docs/asvs.md') ?? '';

/** Number of requirements of each level in the standard (ASVS 5.0.0). */
const REQUIREMENTS = { L1: 70, L2: 183 };

type Row = { readonly number: string; readonly level: string; readonly way: string; readonly rest: string };
const rows: readonly Row[] = tableRows(TABLE)
  .filter(([number = '', level = '']) => /^\d+\.\d+\.\d+$/.test(number) && /^L[12]$/.test(level))
  .map((cells) => {
    const [number = '', level = ''] = cells;
    const [, way = '', rest = ''] = /^(\w+): (.+)$/.exec(cells.at(-1) ?? '') ?? [];
    return { number, level, way, rest };
  });
const by = (...ways: readonly string[]): readonly Row[] => rows.filter(({ way }) => ways.includes(way));

/**
 * Requirement numbers that test titles name, by file. Titles have the form `'1.2.3, 1.2.4: …'` or `'… (ASVS 1.2.3)'`.
 */
const titles = new Map(
  globSync(['src/**/*.test.ts', 'tests/e2e/**/*.e2e.ts'], { cwd: ROOT }).map((path) => [
    path,
    testTitles(path).flatMap((title) => {
      const [, first, last] = /^((?:\d+\.\d+\.\d+(?:, )?)+): |\(ASVS ((?:\d+\.\d+\.\d+(?:, )?)+)\)$/.exec(title) ?? [];
      return (first ?? last)?.split(', ') ?? [];
    }),
  ]),
);

test('the table has every requirement of ASVS 5.0 once, with its kind of verification', () => {
  const numbers = rows.map(({ number }) => number);
  expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([]);
  for (const [level, count] of Object.entries(REQUIREMENTS))
    expect([level, rows.filter((row) => row.level === level).length]).toEqual([level, count]);
  expect(by('request', 'test', 'reading', 'operator', 'open').length).toBe(rows.length);
  expect(by('open')).toEqual([]);
});

test('each row verified by a request or a test names files whose titles have its number', () => {
  const unnamed = by('request', 'test').flatMap(({ number, rest }) => {
    const files = quotedIn(rest);
    const missing = files.filter((path) => !titles.get(path)?.includes(number));
    return files.length === 0 || missing.length > 0 ? [`${number}: ${missing.join(', ')}`] : [];
  });
  expect(unnamed, 'add the number to a test title of the file, or correct docs/asvs.md').toEqual([]);
});

test('each number in a title belongs to a row verified by a request or a test', () => {
  const shown = new Set(by('request', 'test', 'open').map(({ number }) => number));
  const unknown = [...titles].flatMap(([path, numbers]) =>
    numbers.filter((number) => !shown.has(number)).map((number) => `${path} ${number}`),
  );
  expect(unknown, 'correct these numbers in the test titles, or the rows of docs/asvs.md').toEqual([]);
});

test('a row verified by reading says why, and the operator’s guide has each row of the operator', () => {
  expect(by('reading').filter(({ rest }) => rest.length < 15)).toEqual([]);
  const guide = readDocument('docs/operate.md') ?? '';
  expect(by('operator').filter(({ number }) => !guide.includes(`| ${number} `))).toEqual([]);
});

test('the table counts its own rows', () => {
  const counts = { 'by a request': 'request', 'by a test without one': 'test', 'by reading': 'reading' };
  const told = TABLE.replaceAll(/\s+/g, ' ');
  for (const [words, way] of Object.entries(counts)) expect(told).toContain(`${by(way).length} ${words}`);
  expect(told).toContain(`${by('operator').length} by the operator`);
});

test('every file that the table names exists', () => {
  expect(pathsIn(TABLE).length).toBeGreaterThan(200);
  expect(missingPaths(TABLE)).toEqual([]);
});
