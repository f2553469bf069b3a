import { expect, test } from 'vitest';
import { readRows } from '#web/claim/read-consumption.ts';

const LINE = { site: 'Perai', country: 'MY', location: 'Perai, plot 7', month: '2025-03', megawattHours: '1120.5' };

test.each([
  ['commas and quotes', 'Perai,MY,"Perai, plot 7",2025-03,"1,120.5"'],
  ['tabs, as spreadsheets copy', 'Perai\tMY\tPerai, plot 7\t2025-03\t1,120.5\r\n\r\n'],
  ['semicolons', 'Site;Country;Place;Month;MWh\nPerai;MY;Perai, plot 7;3/2025;1120.5'],
  ['a byte order mark', '\uFEFFPerai;MY;Perai, plot 7;2025-03;1120.5'],
])('reads rows with %s', async (_form, text) => {
  expect(await readRows(text)).toEqual({ lines: [LINE], wrong: [] });
});

test('names the wrong rows, also rows with too few cells', async () => {
  const { wrong } = await readRows('Perai,MY,Perai,2025-03,1\nPerai,MY\nPerai,MY,Perai,March 1,0');
  expect(wrong.map(({ row, refusal }) => [row, refusal.code])).toEqual([
    [2, 'field_required'],
    [3, 'month_invalid'],
  ]);
});
