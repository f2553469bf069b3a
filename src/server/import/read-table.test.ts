import { expect, test } from 'vitest';
import { readTable } from '#server/import/read-table.ts';
import { aPdf } from '#testing/builders/office-builders.ts';
import { aSheet, aWorkbook } from '#testing/builders/table-builders.ts';

const read = async (content: string | Uint8Array) => {
  const table = await readTable(Buffer.from(content));
  return table.ok ? table.value : table.refused;
};
const ROWS = [
  { row: 1, cells: ['名称', 'b; c'] },
  { row: 3, cells: ['1', '2'] },
];
const utf16 = (text: string) => Buffer.from(text, 'utf16le');

test.each([
  ['commas, in UTF-8', Buffer.from('名称,"b; c"\r\n\r\n1,2')],
  ['semicolons, with a byte order mark', Buffer.from('\uFEFF名称;"b; c"\n\n1;2')],
  ['tabs, in UTF-16', utf16('\uFEFF名称\tb; c\n\n1\t2\n')],
  ['tabs, in UTF-16 of the other order', utf16('\uFEFF名称\tb; c\n\n1\t2').swap16()],
  ['tabs, in UTF-16 without a mark', utf16('名称\tb; c\n\n1\t2')],
])('reads a file with %s', async (_form, bytes) => {
  expect(await read(bytes)).toEqual(ROWS);
});

test('the line by which Excel learns the separator counts as a row', async () => {
  expect(await read('sep=;\nname;a,b\nAcme;1')).toEqual([
    { row: 2, cells: ['name', 'a,b'] },
    { row: 3, cells: ['Acme', '1'] },
  ]);
});

test('another encoding is told by line and column', async () => {
  const chinese = Buffer.concat([
    Buffer.from('name,city\nAcme,'),
    Buffer.from([0xb1, 0xb1, 0xbe, 0xa9]),
    Buffer.from('\n'),
  ]);
  expect(await read(chinese)).toEqual({ code: 'table_encoding', params: { line: 2, column: 2 } });
  expect(await read(Buffer.from('a,b\n1,\u00002'))).toMatchObject({ code: 'table_encoding' });
});

test('a quotation mark without an end is told by its line', async () => {
  expect(await read('a,b\n1,2\n"3,4\n5,6')).toEqual({ code: 'table_quote', params: { line: 3 } });
});

test('reads the first sheet of a workbook: texts, numbers, answers and days', async () => {
  const day = new Date('2026-01-31T00:00:00Z');
  const bytes = await aWorkbook([
    ['Name', 'Number', 'Answer', 'Day'],
    [' a  b ', 202001012345, true, day],
  ]);
  expect(await read(bytes)).toEqual([
    { row: 1, cells: ['Name', 'Number', 'Answer', 'Day'] },
    { row: 2, cells: [' a  b ', '202001012345', 'true', '2026-01-31'] },
  ]);
});

test('cells with formulas have their stored value; errors and missing values are faults of the cell', async () => {
  const cells = [
    '<c r="A4" t="s"><v>0</v></c>',
    '<c r="C4"><f>1+1</f><v>2</v></c>',
    '<c r="D4" t="e"><f>1/0</f><v>#DIV/0!</v></c>',
    '<c r="E4"><f>NOW()</f></c>',
    '<c r="F4" t="str"><f>""</f><v></v></c>',
    '<c r="G4" t="inlineStr"><is><t>=1</t></is></c>',
    '<c r="H4"><v>12345678901234567</v></c>',
  ];
  expect(await read(aSheet(cells.join('')))).toEqual([
    {
      row: 4,
      cells: [
        '東京',
        '',
        '2',
        { fault: 'cell_error', text: '#DIV/0!' },
        { fault: 'cell_without_value', text: '' },
        '',
        '=1',
        '1.2345678901234568e+16',
      ],
    },
  ]);
});

test('refuses files of other kinds, and damaged ones', async () => {
  expect(await read(aPdf())).toMatchObject({ code: 'file_type_must_be' });
  expect(await read(Buffer.from('PK\u0003\u0004 and no archive'))).toEqual({ code: 'file_unreadable' });
  expect(await read(Buffer.alloc(11_000_000, 'a'))).toMatchObject({ code: 'file_too_large' });
});
