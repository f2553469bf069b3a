import { expect, test } from 'vitest';
import type { TableCell } from '#domain/import/import-table.ts';
import { lineJudge, readLines, type ReadColumn } from '#domain/import/read-lines.ts';

const COLUMNS: readonly ReadColumn<'name' | 'startsOn'>[] = [
  { field: 'name', names: ['Company name', '企业名称'], isRequired: true },
  { field: 'startsOn', names: ['First day', '首日'], isRequired: false, form: 'date' },
];

/** Reads rows, the first of which is row 1. */
function read(...rows: (readonly TableCell[])[]) {
  const numbered = rows.map((cells, at) => ({ row: at + 1, cells }));
  const result = readLines(COLUMNS, numbered, 3);
  return result.ok ? result.value : result.refused;
}
const codeOf = (...rows: (readonly TableCell[])[]) => {
  const result = read(...rows);
  return 'code' in result ? result.code : undefined;
};

test.each([
  ['in English', ['First day', 'Company name']],
  ['in Chinese', ['首日', '企业名称']],
  ['by their keys', ['starts_on', 'name']],
])('finds headings %s, in any order, and names the unused ones', (_how, headings) => {
  expect(read([], [...headings, 'Notes'], [], ['2026-01-31', ' Acme ', 'x'])).toEqual({
    lines: [{ row: 4, values: { name: 'Acme', startsOn: '2026-01-31' }, refused: {} }],
    headings: { name: headings[1], startsOn: headings[0] },
    ignored: ['Notes'],
  });
});

test('a wrong cell is refused at its field and keeps its text, and the other cells are read', () => {
  expect(read(['name', 'starts_on'], [{ fault: 'cell_error', text: '#REF!' }, '01/02/2026'])).toMatchObject({
    lines: [
      {
        row: 2,
        values: { name: '#REF!', startsOn: '01/02/2026' },
        refused: { name: { code: 'cell_error' }, startsOn: { code: 'date_ambiguous' } },
      },
    ],
  });
});

test('a cell beyond the headings is told with its column, because a separator in a text shifts cells', () => {
  expect(read(['name', 'starts_on'], ['Acme', '', 'Ltd'])).toMatchObject({
    lines: [{ refused: { startsOn: { code: 'cells_beyond_headings', params: { column: 3, headings: 2 } } } }],
  });
});

test('refuses a file as a whole: columns, separators, repeated headings, too few and too many lines', () => {
  expect(read(['First day'], ['2026-01-31'])).toEqual({
    code: 'registry_file_columns',
    params: { columns: 'Company name' },
  });
  expect(read(['name|starts_on'], ['Acme|'])).toEqual({ code: 'table_separator', params: { line: 1 } });
  expect(read(['name', 'x', '企业名称'], ['Acme'])).toEqual({
    code: 'table_heading_repeated',
    params: { line: 1, heading: '企业名称', first: 1, second: 3 },
  });
  expect(codeOf(['name'])).toBe('registry_file_empty');
  expect(codeOf()).toBe('registry_file_columns');
  expect(codeOf(['name'], ['a'], ['b'], ['c'], ['d'])).toBe('registry_file_too_long');
});

test('a repeated line is told with the row of the first one', () => {
  const judge = lineJudge<{ name: string }, { code: string }>({
    judge: ({ name }) => ({ name: name === 'bad' ? { code: 'field_required' } : undefined }),
    keyOf: ({ name }) => name,
    repeatedAt: 'name',
  });
  const refusedOf = (row: number, name: string) => judge({ row, values: { name }, refused: {} }).refused;
  expect(refusedOf(2, 'a')).toEqual({});
  expect(refusedOf(3, 'bad')).toEqual({ name: { code: 'field_required' } });
  expect(refusedOf(4, 'a')).toEqual({ name: { code: 'row_repeated', params: { line: 2 } } });
});
