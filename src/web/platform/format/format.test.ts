import { describe, expect, it } from 'vitest';
import {
  formatAmount,
  formatCents,
  formatCompact,
  formatDate,
  formatDateTime,
  formatDay,
  formatDecimal,
  formatMoney,
  formatPercent,
  formatQuantity,
  formatTime,
  formatUtc,
  formatWeekday,
  formatZone,
  remainingUntil,
} from '#web/platform/format/format.ts';

const AT = '2026-03-04T16:05:09.042Z';
const ZONE = 'Asia/Kuala_Lumpur';

describe('times', () => {
  it('follow the pattern of the specification in English', () => {
    expect(formatDateTime(AT, 'en', { timeZone: ZONE })).toBe('Mar 05, 2026 - 00:05:09');
  });
  it('follow the Chinese order of year, month and day', () => {
    expect(formatDateTime(AT, 'zh', { timeZone: ZONE })).toBe('2026年03月05日 00:05:09');
  });
  it('show midnight as 00, not as 24', () => {
    expect(formatDateTime('2026-03-04T16:00:00.000Z', 'en', { timeZone: ZONE })).toBe('Mar 05, 2026 - 00:00:00');
  });
  it('have a day, a time with milliseconds, a weekday, a zone, and UTC', () => {
    expect(formatDate(AT, 'en', ZONE)).toBe('Mar 05, 2026');
    expect(formatDate(AT, 'zh', ZONE)).toBe('2026年03月05日');
    expect(formatDay('2026-03-04', 'en')).toBe('Mar 04, 2026');
    expect(formatTime(AT, { withMs: true, timeZone: ZONE })).toBe('00:05:09.042');
    expect(formatWeekday(Date.parse(AT), 'en', ZONE)).toBe('Thursday');
    expect(formatWeekday(Date.parse(AT), 'zh', ZONE)).toBe('星期四');
    expect(formatZone(Date.parse(AT), ZONE)).toBe('GMT+8');
    expect(formatZone(Date.parse(AT), 'UTC')).toBe('GMT');
    expect(formatUtc(AT)).toBe('2026-03-04 16:05:09 UTC');
  });
});

describe('amounts', () => {
  it.each([
    ['0.00', '0.00'],
    ['999.9', '999.90'],
    ['1234567.8', '1,234,567.80'],
    ['-1234.5', '-1,234.50'],
    // This amount is too large for a float to hold both decimals exactly.
    ['99999999990000000.99', '99,999,999,990,000,000.99'],
  ])('of %s are %s', (amount, shown) => {
    expect(formatAmount(amount)).toBe(shown);
  });
  it('accept prices as numbers, and the domain’s hundredths', () => {
    expect(formatMoney(12.3, 'MYR')).toBe('MYR 12.30');
    expect(formatMoney('1234567', 'JPY')).toBe('JPY 1,234,567');
    expect(formatMoney(1234.5, 'KWD')).toBe('KWD 1,234.500');
    expect(formatCents(1_234_567, 'KWD')).toBe('KWD 1,234.567');
    expect(formatCents(-5n, 'USD')).toBe('USD -0.05');
    expect(formatCents(123_456_789_012_345_678_901n, 'USD')).toBe('USD 1,234,567,890,123,456,789.01');
  });
});

describe('quantities', () => {
  it('are grouped', () => {
    expect(['12000.000000', '1200.500000', '0.000001'].map(formatDecimal)).toEqual(['12,000', '1,200.5', '0.000001']);
    expect([0, 999, 1_000, 100_000_000].map(formatQuantity)).toEqual(['0', '999', '1,000', '100,000,000']);
  });
  it.each([
    [999, '999'],
    [1_000, '1K'],
    [1_234, '1.23K'],
    [6_847_942.76, '6.85M'],
    [999_999, '1M'],
    [1_150_000, '1.15M'],
    [1_250_000, '1.25M'],
    [2_000_000_000, '2B'],
    [3_140_000_000_000, '3.14T'],
  ])('are abbreviated: %d as %s, rounded', (value, shown) => {
    expect(formatCompact(value)).toBe(shown);
  });
  it('of percent have only the digits they need', () => {
    expect([0, 1.5, 1.25, 100].map(formatPercent)).toEqual(['0%', '1.5%', '1.25%', '100%']);
  });
});

describe('the remaining time', () => {
  it('counts the current second as whole and ends at zero', () => {
    const until = 1_000_000_000;
    expect(remainingUntil(until, until - 90_061_000)).toEqual({ days: 1, hours: 1, minutes: 1, seconds: 1 });
    expect(remainingUntil(until, until - 1)).toEqual({ days: 0, hours: 0, minutes: 0, seconds: 1 });
    expect(remainingUntil(until, until + 5_000)).toEqual({ days: 0, hours: 0, minutes: 0, seconds: 0 });
  });
});
