import { describe, expect, test } from 'vitest';
import { addBusinessDays } from '#domain/settlement/business-days.ts';
import { judgeSettlementTerms, SETTLEMENT_DEFAULTS } from '#domain/settlement/terms.ts';

describe('terms of settlement', () => {
  const terms = SETTLEMENT_DEFAULTS.USD;

  test('accepts the defaults of both variants', () => {
    for (const one of Object.values(SETTLEMENT_DEFAULTS)) expect(judgeSettlementTerms(one).ok).toBe(true);
  });

  test.each([
    [{ paymentDays: -1 }, { paymentDays: 'settlement_days_invalid' }],
    [{ deliveryDays: 251 }, { deliveryDays: 'settlement_days_invalid' }],
    [{ cureDays: 1.5 }, { cureDays: 'settlement_days_invalid' }],
    [{ penaltyPercent: 100.01 }, { penaltyPercent: 'settlement_penalty_invalid' }],
    [{ penaltyPercent: 1.234 }, { penaltyPercent: 'settlement_penalty_invalid' }],
  ])('refuses %o', (change, expected) => {
    const result = judgeSettlementTerms({ ...terms, ...change });
    const codes = result.ok ? {} : Object.entries(result.refused).map(([field, { code }]) => [field, code]);
    expect(codes).toEqual(Object.entries(expected));
  });
});

test('business days leave out weekends and public holidays', () => {
  const isHoliday = (day: string): boolean => day === '2026-12-25';
  expect(addBusinessDays('2026-12-24', 0, isHoliday)).toBe('2026-12-24');
  // Friday the 25th is a holiday, and a weekend follows.
  expect(addBusinessDays('2026-12-24', 1, isHoliday)).toBe('2026-12-28');
  expect(addBusinessDays('2026-12-31', 3, isHoliday)).toBe('2027-01-05');
});
