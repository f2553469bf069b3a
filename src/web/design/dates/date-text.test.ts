import { expect, it } from 'vitest';
import { readDate } from '#web/design/dates/date-text.ts';

it.each([
  ['2026-07-01', '2026-07-01'],
  ['2026/7/1', '2026-07-01'],
  ['2026.7.1', '2026-07-01'],
  ['２０２６－０７－０１', '2026-07-01'],
  ['2026年7月1日', '2026-07-01'],
  ['Jul 01, 2026', '2026-07-01'],
  ['july 1 2026', '2026-07-01'],
  ['1 Jul 2026', '2026-07-01'],
  ['7/1/2026', undefined],
  ['2026-02-30', undefined],
  ['2026-07-01 09:00', undefined],
  ['soon', undefined],
  ['', undefined],
])('reads the date %s as %s', (text, date) => {
  expect(readDate(text)).toBe(date);
});

it.each([
  ['2026-07-01', '2026-07-01 09:00:00'],
  ['2026-07-01 14:05', '2026-07-01 14:05:00'],
  ['2026-07-01T14:05:06', '2026-07-01 14:05:06'],
  ['Jul 01, 2026 - 00:00:09', '2026-07-01 00:00:09'],
  ['2026年07月01日 23:59:59', '2026-07-01 23:59:59'],
  ['2026-07-01 24:01', undefined],
  ['2026-07-01 noon', undefined],
])('reads the date and time %s as %s', (text, moment) => {
  expect(readDate(text, '09:00')).toBe(moment);
});
