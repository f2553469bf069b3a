import { expect, test } from 'vitest';
import { auctionsOn, monthAfter, monthOf, weeksOf } from '#web/auction/calendar-days.ts';

test('a month has whole weeks from Monday to Sunday', () => {
  const weeks = weeksOf({ year: 2026, month: 10 });
  expect(weeks.map((week) => week.map(({ day }) => day))).toEqual([
    [26, 27, 28, 29, 30, 31, 1],
    [2, 3, 4, 5, 6, 7, 8],
    [9, 10, 11, 12, 13, 14, 15],
    [16, 17, 18, 19, 20, 21, 22],
    [23, 24, 25, 26, 27, 28, 29],
    [30, 1, 2, 3, 4, 5, 6],
  ]);
  const days = weeks.flat();
  expect(days.filter(({ isInMonth }) => isInMonth).length).toBe(30);
  expect([days[0]?.key, days.at(-1)?.key]).toEqual(['2026-10-26', '2026-12-06']);
  // February 2027 begins on a Monday and has 28 days.
  expect(weeksOf({ year: 2027, month: 1 }).length).toBe(4);
});

test('months follow one another across years', () => {
  expect(monthAfter({ year: 2026, month: 11 }, 1)).toEqual({ year: 2027, month: 0 });
  expect(monthAfter({ year: 2026, month: 0 }, -1)).toEqual({ year: 2025, month: 11 });
  expect(monthOf(new Date(2026, 10, 28, 12).getTime())).toEqual({ year: 2026, month: 10 });
});

test('an auction is on each day on which it is open, and not on the day on which it ends at midnight', () => {
  const at = (day: number, hour: number) => new Date(2026, 10, day, hour).toISOString();
  const auction = { startTime: at(2, 9), auctionEndTime: at(5, 0) };
  const days = weeksOf({ year: 2026, month: 10 }).flat();
  const on = days.filter((day) => auctionsOn(day, [auction]).length > 0);
  expect(on.map(({ key }) => key)).toEqual(['2026-11-02', '2026-11-03', '2026-11-04']);
});
