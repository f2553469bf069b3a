import { expect, test } from 'vitest';
import type { CellForm } from '#domain/import/import-table.ts';
import { readCell } from '#domain/import/read-cell.ts';

const read = (text: string, form?: CellForm) => {
  const result = readCell(text, { form });
  return result.ok ? result.value : result.refused.code;
};

test.each([
  ['2026-01-31', '2026-01-31'],
  ['2026/1/5', '2026-01-05'],
  ['2026年01月31日', '2026-01-31'],
  ['2026-01-31 00:00:00', '2026-01-31'],
  ['Jan 31, 2026', '2026-01-31'],
  ['31 January 2026', '2026-01-31'],
  ['5-Sept-2026', '2026-09-05'],
  ['31/12/2026', '2026-12-31'],
  ['12/31/2026', '2026-12-31'],
  ['5.5.2026', '2026-05-05'],
  ['03/04/2026', 'date_ambiguous'],
  ['2026-02-30', 'date_invalid'],
  ['31 Foo 2026', 'date_invalid'],
  ['31/12/26', 'date_invalid'],
])('the date %s is read as %s', (text, value) => {
  expect(read(text, 'date')).toBe(value);
});

test.each([
  ['1000', '1000'],
  ['1,000', '1000'],
  ['1 234 567.50', '1234567.50'],
  ['-5.25', '-5.25'],
  ['1,5', 'number_unreadable'],
  ['1.000,50', 'number_unreadable'],
  ['ten', 'number_unreadable'],
])('the number %s is read as %s', (text, value) => {
  expect(read(text, 'number')).toBe(value);
});

test.each([
  ['Yes', 'true'],
  ['否', 'false'],
  ['TRUE', 'true'],
  ['maybe', 'choice_unknown'],
])('the answer %s is read as %s', (text, value) => {
  expect(read(text, 'yesNo')).toBe(value);
});

test.each([
  ['=1+1', 'cell_formula'],
  ['＝1+1', 'cell_formula'],
  ['@SUM(A1)', 'cell_formula'],
  ['-2+cmd|calc', 'cell_formula'],
  ['+60 (3) 123', '+60 (3) 123'],
  ['-', '-'],
  // Our exports write an apostrophe before texts that a program would calculate.
  ["'+60 3", '+60 3'],
  ["'tis", "'tis"],
  ['  a  ', 'a'],
])('the text %s is read as %s', (text, value) => {
  expect(read(text)).toBe(value);
});

test('a choice is found by its word in any spelling, and an unknown word is refused', () => {
  const choices = new Map([['fullyear', 'FullYear']]);
  expect(readCell('full year', { choices })).toEqual({ ok: true, value: 'FullYear' });
  expect(readCell('half', { choices })).toEqual({ ok: false, refused: { code: 'choice_unknown' } });
});

test('a cell without a usable value keeps its fault', () => {
  const refused = { code: 'cell_error', params: { text: '#N/A' } };
  expect(readCell({ fault: 'cell_error', text: '#N/A' }, {})).toEqual({ ok: false, refused });
});
