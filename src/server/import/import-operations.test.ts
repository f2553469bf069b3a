import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportImportTemplate, readTableFile } from '#contract/import/import.ts';
import { BASE_LANGUAGES } from '#domain/basics/language.ts';
import { comparable, IMPORT_KINDS, headingOf, type ImportKind } from '#domain/import/import-table.ts';
import { searchedColumns } from '#server/import/import-columns.ts';
import { API_BASE } from '#server/platform/config/config.ts';
import { aSheet, aTableForm } from '#testing/builders/table-builders.ts';
import { readWorkbook } from '#testing/readers/read-spreadsheet.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

let w: World;
let user: SignedIn;
beforeAll(async () => {
  w = await world();
  user = await w.signedIn();
});
afterAll(() => w.end());

function read(kind: ImportKind, content: string, language = 'en') {
  const form = aTableForm(content);
  form.set('Kind', kind);
  return w.call(user, readTableFile, { form, headers: { 'accept-language': language } });
}

test.each(IMPORT_KINDS)('each heading of a file with %s names one column, in every language', (kind) => {
  for (const language of BASE_LANGUAGES) {
    const columns = searchedColumns(kind, language);
    const names = columns.flatMap(({ field, names: known }) => [
      ...new Set([headingOf(field), ...known].map((name) => comparable(name))),
    ]);
    expect(names.filter((name) => name === '' || names.indexOf(name) !== names.lastIndexOf(name))).toEqual([]);
  }
});

test('a list is read with words of any language as the values that other calls take', async () => {
  const csv =
    '国家（地区）;Fuel type;Vintage year;Vintage period;Quantity;Partial fulfilment;Minimum bid price;Maximum bid price\nMalaysia;太阳能;2026;Q1;"1,000";否;5;50.5\n';
  expect((await read('auctionItems', csv)).data).toMatchObject({
    lines: [
      {
        line: 2,
        values: {
          recCountry: 'MY',
          recFuelType: 'Solar',
          vintageYear: '2026',
          vintagePeriod: 'FirstQuarter',
          recQuantity: '1000',
          partialFulfillment: 'false',
          maximumBidPrice: '50.5',
        },
        errors: [],
      },
    ],
    headings: { recCountry: '国家（地区）' },
    ignored: [],
  });
});

test('a cell that cannot be read is told with its line and column in the caller’s language', async () => {
  const { data } = await read(
    'lots',
    'registry,registry_id,first,last,period_from,period_to\nirec,A,1,,03/04/2026,1.5.26',
    'zh',
  );
  expect(data.lines[0]?.errors).toEqual([
    {
      field: 'periodFrom',
      column: 'period_from',
      code: 'date_ambiguous',
      message: '03/04/2026 可能表示两个日期，请写成 2026-01-31',
    },
    { field: 'periodTo', column: 'period_to', code: 'date_invalid', message: '请输入日期，例如 2024-06-30' },
  ]);
});

test('faults of a workbook’s cells, wrong numbers and cells without a heading are told, too', async () => {
  const head = ['name', 'max_quantity'].map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('');
  const rows = ['<c t="e"><v>#N/A</v></c><c><f>1+1</f></c>', '<c t="b"><v>1</v></c><c t="str"><v>1,5</v></c>'];
  const form = aTableForm(aSheet(`${head}</row><row r="5">${rows.join('</row><row r="6">')}`), 'list.xlsx');
  form.set('Kind', 'bidders');
  const { data } = await w.call(user, readTableFile, { form });
  const codes = data.lines.map(({ line, errors }) => [line, errors.map(({ field, code }) => `${field} ${code}`)]);
  expect(codes).toEqual([
    [5, ['name cell_error', 'maxQuantity cell_without_value']],
    [6, ['maxQuantity number_unreadable']],
  ]);
  const { data: shifted } = await read('bidders', 'name,max_quantity\nAcme,Ltd,5');
  expect(shifted.lines[0]?.errors).toMatchObject([{ column: 'max_quantity', code: 'cells_beyond_headings' }]);
});

test('another encoding is told by line and column', async () => {
  const form = aTableForm(Buffer.from([...Buffer.from('name,max_quantity\nAcme,'), 0xb1, 0xb1]));
  form.set('Kind', 'bidders');
  const refused = await w.call(user, readTableFile, { form });
  expect(refused).toMatchObject({ status: 422, code: 'table_encoding', params: { line: 2, column: 2 } });
});

test.each([
  ['table_heading_repeated', 'name,Name\na,b'],
  ['table_separator', 'name|max_quantity\na|b'],
  ['table_quote', 'name\n"a'],
  ['registry_file_too_long', `name\n${'a\n'.repeat(501)}`],
])('a file is refused with %s', async (code, content) => {
  expect((await read('bidders', content)).code).toBe(code);
});

test('a template of each kind is a workbook with the headings', async () => {
  for (const kind of IMPORT_KINDS) {
    const reply = await w.app.inject({
      url: `${API_BASE}/table-files/template?kind=${kind}&format=xlsx`,
      headers: { authorization: `Bearer ${user.token}` },
    });
    expect(readWorkbook(reply.rawPayload).texts).toEqual(searchedColumns(kind, 'en').map(({ names }) => names[0]));
  }
  expect((await w.call(user, exportImportTemplate)).code).toBe('invalid_request');
});
