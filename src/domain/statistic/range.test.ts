import fc from 'fast-check';
import { expect, test } from 'vitest';
import { judgeRange, RANGE_PRESETS, rangeOf, unitOf } from '#domain/statistic/range.ts';

const DAY_MS = 86_400_000;
const dayOf = (days: number): string => new Date(days * DAY_MS).toISOString().slice(0, 10);

test('preset ranges end today', () => {
  expect(rangeOf('week', '2026-03-04')).toEqual({ from: '2026-02-26', to: '2026-03-04' });
  expect(rangeOf('month', '2026-03-31')).toEqual({ from: '2026-03-01', to: '2026-03-31' });
  expect(rangeOf('threeMonths', '2026-11-21')).toEqual({ from: '2026-08-22', to: '2026-11-21' });
  expect(rangeOf('sixMonths', '2026-08-31')).toEqual({ from: '2026-03-01', to: '2026-08-31' });
  expect(rangeOf('year', '2028-02-29')).toEqual({ from: '2027-03-01', to: '2028-02-29' });
});

test('allows one year but no day more, and reports reversed or missing days', () => {
  expect(judgeRange({ from: '2025-11-22', to: '2026-11-21' })).toEqual({});
  expect(judgeRange({ from: '2025-11-21', to: '2026-11-21' })).toEqual({ from: { code: 'range_too_long' } });
  expect(judgeRange({ from: '2026-11-21', to: '2026-11-21' })).toEqual({});
  expect(judgeRange({ from: '2026-11-22', to: '2026-11-21' })).toEqual({ to: { code: 'range_backwards' } });
  expect(judgeRange({ from: null, to: '2026-11-21' })).toEqual({ from: { code: 'field_required' } });
  expect(judgeRange({ from: '2026-11-21', to: null })).toEqual({ to: { code: 'field_required' } });
});

test('the longest range has 365 days, or 366 if one of them is February 29', () => {
  const days = fc.integer({ min: Date.UTC(2000, 0, 1) / DAY_MS, max: Date.UTC(2100, 0, 1) / DAY_MS });
  fc.assert(
    fc.property(days, (last) => {
      const before = (count: number) => ({ from: dayOf(last - count + 1), to: dayOf(last) });
      const leapDays = Array.from({ length: 366 }, (_, at) => dayOf(last - at)).filter((day) => day.endsWith('-02-29'));
      const longest = leapDays.length > 0 ? 366 : 365;
      expect(judgeRange(before(longest))).toEqual({});
      expect(judgeRange(before(longest + 1))).toEqual({ from: { code: 'range_too_long' } });
      expect(rangeOf('year', dayOf(last))).toEqual(before(longest));
    }),
  );
});

test('every preset range is allowed on any day', () => {
  const days = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(days, fc.constantFrom(...RANGE_PRESETS), (day, preset) => {
      expect(judgeRange(rangeOf(preset, day.toISOString().slice(0, 10)))).toEqual({});
    }),
  );
});

test('a chart has few points, whatever its length', () => {
  expect(unitOf({ from: '2026-01-01', to: '2026-01-31' })).toBe('day');
  expect(unitOf({ from: '2026-01-01', to: '2026-02-01' })).toBe('week');
  expect(unitOf({ from: '2026-01-01', to: '2026-07-03' })).toBe('week');
  expect(unitOf({ from: '2026-01-01', to: '2026-12-31' })).toBe('month');
});
