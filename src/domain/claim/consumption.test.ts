import { expect, test } from 'vitest';
import { consumptionOf, judgeConsumption, type Consumption } from '#domain/claim/consumption.ts';

const GOOD: Consumption = { site: 'Perai', country: 'MY', location: 'Perai', month: '2025-03', megawattHours: '120.5' };

test('reads rows of a table with headings, in the forms that spreadsheets write', () => {
  const rows = [
    ['Site', 'Country', 'Place', 'Month', 'MWh'],
    ['Perai ', 'my', 'Perai', '2025-03', '120.5'],
    [null, null],
    ['Perai', 'MY', 'Perai', new Date(Date.UTC(2025, 2, 1)), 120.500000000000014],
    ['Perai', 'MY', 'Perai', '3/2025', '120.500'],
    ['Perai', 'MY', 'Perai', '2025年3月', '120.5'],
    ['Perai', 'MY', 'Perai', '2025/3/1', '1,120.5'],
  ];
  expect(consumptionOf(rows)).toEqual([
    GOOD,
    GOOD,
    { ...GOOD, megawattHours: '120.500' },
    GOOD,
    { ...GOOD, megawattHours: '1120.5' },
  ]);
});

test('a first row with figures is no heading', () => {
  expect(consumptionOf([['Perai', 'MY', 'Perai', '2025-03', 120.5]])).toEqual([GOOD]);
});

test.each<[Partial<Consumption>, string | undefined, string | undefined]>([
  [{}, undefined, undefined],
  [{ site: '' }, 'site', 'field_required'],
  [{ site: 'x'.repeat(256) }, 'site', 'less_than_maximum_character'],
  [{ country: 'Malaysia' }, 'country', 'choice_unknown'],
  [{ location: 'Perai 🌞' }, 'location', 'emoji_not_allowed'],
  [{ month: '2025-13' }, 'month', 'month_invalid'],
  [{ month: 'March' }, 'month', 'month_invalid'],
  [{ megawattHours: '0' }, 'megawattHours', 'megawatt_hours_invalid'],
  [{ megawattHours: '-1' }, 'megawattHours', 'megawatt_hours_invalid'],
  [{ megawattHours: '1.1234567' }, 'megawattHours', 'megawatt_hours_invalid'],
  [{ megawattHours: '1234567890' }, 'megawattHours', 'megawatt_hours_invalid'],
  [{ megawattHours: '1e3' }, 'megawattHours', 'megawatt_hours_invalid'],
])('a line with %o gets %s: %s', (change, field, code) => {
  const wrong = judgeConsumption({ ...GOOD, ...change });
  expect([wrong?.field, wrong?.refusal.code]).toEqual([field, code]);
});
