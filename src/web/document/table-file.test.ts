import { expect, test } from 'vitest';
import { rowsOfText, textOfFile } from '#web/document/table-file.ts';

test.each([
  ['commas and quotes', 'a,"b, c"\n1,2'],
  ['semicolons', 'a;b, c\r\n1;2'],
  ['tabs', '\uFEFFa\tb, c\n1\t2'],
])('reads rows with %s', async (_form, text) => {
  expect(await rowsOfText(text)).toEqual([
    ['a', 'b, c'],
    ['1', '2'],
  ]);
});

test('keeps empty rows in the middle, so that row numbers are those of the file', async () => {
  expect(await rowsOfText('a,b\n\n1,2')).toHaveLength(3);
});

test('a CSV file is read as it is', async () => {
  expect(await textOfFile(new File(['a,b'], 'list.CSV'), new AbortController().signal)).toBe('a,b');
});
