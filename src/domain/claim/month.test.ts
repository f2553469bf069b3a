import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstDayOf, isDay, lastDayOf, monthOf, monthsBefore } from '#domain/claim/month.ts';

test('every month begins and ends on days of its own', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2000 * 12, max: 2100 * 12 }), (month) => {
      const [first, last] = [firstDayOf(month), lastDayOf(month)];
      expect([monthOf(first), monthOf(last), isDay(first), isDay(last)]).toEqual([month, month, true, true]);
      expect(Date.parse(firstDayOf(month + 1)) - Date.parse(last)).toBe(86_400_000);
    }),
  );
});

test.each([
  ['2020-10-01', '2020-10-31', 3],
  ['2020-12-01', '2020-12-31', 1],
  ['2021-06-01', '2021-06-30', 0],
  ['2020-12-31', '2021-01-01', 0],
  ['2022-01-01', '2022-01-31', -1],
  ['2022-04-01', '2022-06-30', -4],
])('production from %s to %s is %i months before the year 2021', (from, to, months) => {
  expect(monthsBefore({ from, to }, { from: '2021-01-01', to: '2021-12-31' })).toBe(months);
});

test.each(['2021-02-29', '2021-13-01', '21-01-01', '2101-01-01', '1999-12-31', '', '2021-1-1'])(
  '%s is no day',
  (day) => {
    expect(isDay(day)).toBe(false);
  },
);
