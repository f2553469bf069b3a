import { describe, expect, test } from 'vitest';
import { exportFile, rowLimitOf, type ExportColumn } from '#server/platform/export/export.ts';
import { readZip } from '#testing/readers/read-zip.ts';

type Row = { name: string; quantity: number; at: Date };
const COLUMNS: ExportColumn<Row>[] = [
  { key: 'name', heading: 'Name', value: ({ name }) => name },
  { key: 'quantity', heading: 'Quantity', value: ({ quantity }) => quantity },
  { key: 'at', heading: 'At', value: ({ at }) => at },
];
const aRow = (row: Partial<Row> = {}): Row => ({
  name: 'Rimba',
  quantity: -5,
  at: new Date('2026-03-01T23:30:15.678Z'),
  ...row,
});
const KUALA_LUMPUR = { timeZone: 'Asia/Kuala_Lumpur' };
const named = (names: readonly string[]) => ({
  name: 'list',
  columns: COLUMNS,
  rows: names.map((name) => aRow({ name })),
});

async function csvOf(names: readonly string[]): Promise<string> {
  const { bytes } = await exportFile(named(names), { format: 'csv', ...KUALA_LUMPUR });
  // By default the decoder would drop the byte order mark, which this test checks.
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

describe('a list as CSV', () => {
  test('begins with a byte order mark, ends its lines as Windows does, and shows local times', async () => {
    const csv = await csvOf(['深圳']);
    expect(csv).toBe('\uFEFFName,Quantity,At\r\n深圳,-5,2026-03-02 07:30:15\r\n');
  });

  test.each([
    ['a, b', '"a, b"'],
    ['say "yes"', '"say ""yes"""'],
    ['two\nlines', '"two\nlines"'],
    ['=1+1', "'=1+1"],
    ['+60', "'+60"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t'=1"],
    ['＝1', "'＝1"],
    ['\r=1', '"\'\r\'=1"'],
    ['\n=1', '"\'\n\'=1"'],
    [' \u00A0=1', "' \u00A0=1"],
    ['=HYPERLINK("http://x","y")', '"\'=HYPERLINK(""http://x"",""y"")"'],
    ['a=1', 'a=1'],
    ['a;=1+1;b', "a;'=1+1;b"],
    ['a;+1;-2;@b;＝3', "a;'+1;'-2;'@b;'＝3"],
    ['a; "=1+1"', '"a; ""\'=1+1"""'],
    ['a\t=1', "a\t'=1"],
    ['a\n=1', '"a\n\'=1"'],
    ['a; b', 'a; b'],
  ])('writes %j as %j, so that no typed text is calculated', async (name, cell) => {
    expect((await csvOf([name])).split('\r\n')[1]).toBe(`${cell},-5,2026-03-02 07:30:15`);
  });

  test('without rows has its headings', async () => expect(await csvOf([])).toBe('\uFEFFName,Quantity,At\r\n'));

  test('is rejected if it is too long for a file, instead of cut off', async () => {
    const rows = Array.from({ length: rowLimitOf('csv') }, () => aRow());
    const exported = exportFile({ name: 'list', columns: COLUMNS, rows }, { format: 'csv', timeZone: 'UTC' });
    await expect(exported).rejects.toMatchObject({ code: 'export_too_large', params: { maximum: 100_000 } });
  });
});

describe('a list as a workbook', () => {
  test('has texts as texts, numbers as numbers and times as times', async () => {
    const file = await exportFile(named(['=1+1', '深圳 & <b>']), { format: 'xlsx', ...KUALA_LUMPUR });
    expect(file.name).toBe('list.xlsx');
    const files = readZip(file.bytes);
    const sheet = files.get('xl/worksheets/sheet1.xml') ?? '';
    const texts = files.get('xl/sharedStrings.xml') ?? '';
    expect(texts).toContain('=1+1');
    expect(texts).toContain('深圳 &amp; &lt;b&gt;');
    expect(sheet).not.toContain('<f>');
    expect(sheet).toContain('<v>-5</v>');
    // A workbook stores a time as days since the end of 1899. This time is 07:30:15 on the caller's clock.
    expect(sheet).toMatch(/<v>46083\.3126\d+<\/v>/);
  });
});

test.each([
  ['1234567890123.45', '<v>1234567890123.45</v>'],
  // One digit more than spreadsheets calculate with, so the amount is written as text and is not rounded.
  ['12345678901234.56', '12345678901234.56</t>'],
])('money %s is a number in a workbook if a number can hold it exactly', async (money, written) => {
  const columns: ExportColumn<string>[] = [{ key: 'amount', heading: 'Amount', value: (row) => ({ money: row }) }];
  const { bytes } = await exportFile({ name: 'list', columns, rows: [money] }, { format: 'xlsx', ...KUALA_LUMPUR });
  expect([...readZip(bytes).values()].join()).toContain(written);
});

test('parallel exports all complete, each with its own rows', async () => {
  const csvs = await Promise.all(['a', 'b', 'c'].map((name) => csvOf([name])));
  expect(csvs.map((csv) => csv.split('\r\n')[1]?.[0])).toEqual(['a', 'b', 'c']);
});
