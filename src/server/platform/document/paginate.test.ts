import { expect, test } from 'vitest';
import { paginate } from '#server/platform/document/paginate.ts';

const row = (height: number, keepsNext = false, heading?: { height: number }) => ({ height, keepsNext, heading });
const heightsOf = (rows: ReturnType<typeof row>[]) =>
  paginate(rows, 100).map(({ isContinued, rows: on }) => [isContinued, ...on.map(({ height }) => height)]);

test('rows fill a page to its end, and no further', () => {
  expect(heightsOf([row(60), row(40), row(1)])).toEqual([
    [false, 60, 40],
    [false, 1],
  ]);
});

test('a heading stays with the content below it', () => {
  expect(heightsOf([row(70), row(10, true), row(10, true), row(20)])).toEqual([
    [false, 70],
    [false, 10, 10, 20],
  ]);
});

test('a table repeats its headings on the next page, which has less room', () => {
  const heading = { height: 30 };
  const rows = [row(30, true), ...Array.from({ length: 5 }, () => row(35, false, heading))];
  expect(heightsOf(rows)).toEqual([
    [false, 30, 35, 35],
    [true, 35, 35],
    [true, 35],
  ]);
});

test('content higher than a page has its own page; no content is one empty page', () => {
  expect(heightsOf([row(10), row(500), row(10)])).toEqual([
    [false, 10],
    [false, 500],
    [false, 10],
  ]);
  expect(heightsOf([])).toEqual([[false]]);
});
