import { expect, test } from 'vitest';
import { columnText, valueText } from '#web/audit/audit-value.ts';
import type { Speaker } from '#web/platform/phrases/phrase.ts';

const say = Object.assign((key: string) => `«${key}»`, {
  has: (key: string) => /^audit\.column\.title$/.test(key),
}) as unknown as Speaker;
const word = (code: string) => `“${code}”`;
const words = { country: word, province: word, businessType: word };
const reading = { say, words, language: 'en', currency: 'MYR', names: { 'an-id': 'Meranti' } } as const;
const read = (column: string, value: unknown) => valueText(column, value, reading);

test('formats money, percentages, counts and plain numbers', () => {
  expect(read('price_cents', 1_234_50)).toBe('MYR 1,234.50');
  expect(read('seller_fee_hundredths', 125)).toBe('1.25%');
  expect(read('quantity', 12_000)).toBe('12,000');
  expect([read('vintage_year', 2_024), read('version', 1_000), read('alias_number', 1_000)]).toEqual([
    '2024',
    '1000',
    '1000',
  ]);
});

test('formats database timestamps in local time, and keeps other texts', () => {
  const at = '2026-03-01T10:00:00+00:00';
  expect(read('start_time', at)).toBe(read('start_time', '2026-03-01T18:00:00.000+08:00'));
  expect(read('start_time', at)).toMatch(/^(Feb 28|Mar 0[12]), 2026 - \d\d:00:00$/);
  expect(read('title', '2026-03-01')).toBe('2026-03-01');
  // Both instants mean “no time”: the end of a paused auction, and the start of a draft.
  expect([read('end_time', '9999-12-31T23:59:59.999+00:00'), read('start_time', '9999-12-31T08:00:00+08:00')]).toEqual([
    '',
    '',
  ]);
});

test('formats codes as words, ids as names, lists and documents', () => {
  expect([read('country', 'MY'), read('country', 'XX'), read('account_id', 'an-id')]).toEqual([
    '“MY”',
    '“XX”',
    'Meranti',
  ]);
  expect([read('is_private', true), read('x', null), read('image_ids', ['an-id', 'b'])]).toEqual([
    '«audit.yes»',
    '',
    'Meranti, b',
  ]);
  expect(read('recurrence', { day: 1 })).toBe('{\n  "day": 1\n}');
  expect([columnText(say, 'title'), columnText(say, 'of_tomorrow')]).toEqual(['«audit.column.title»', 'of_tomorrow']);
});
