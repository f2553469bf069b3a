import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const ROOT = new URL('../../', import.meta.url);
const TABLE = readFileSync(new URL('docs/asvs.md', ROOT), 'utf8');

/** As the standard itself counts them (ASVS 5.0.0). */
const REQUIREMENTS = { L1: 70, L2: 183 };

it('every requirement of ASVS 5.0 stands in the table once', () => {
  const rows = [
    ...TABLE.matchAll(/^\| (\d+\.\d+\.\d+) +\| (L[12]) /gm),
    ...TABLE.matchAll(/(\d+\.\d+\.\d+)\s(L[12])/g),
  ];
  const numbers = rows.map(([, number]) => number);
  expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([]);
  for (const [level, count] of Object.entries(REQUIREMENTS))
    expect([level, rows.filter((row) => row[2] === level).length]).toEqual([level, count]);
});

it('what meets them is there', () => {
  const named = [...TABLE.matchAll(/`((?:src|e2e|decisions|docs|bench|crash|fuzz|scripts|deploy)\/[^`]+)`/g)].map(
    ([, path]) => path ?? '',
  );
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter((path) => !existsSync(new URL(path, ROOT)))).toEqual([]);
});
