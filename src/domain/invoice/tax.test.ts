import { describe, expect, test } from 'vitest';
import { judgeTaxes, NO_TAX, taxOn, type TaxPeriod } from '#domain/invoice/tax.ts';

const period = (change: Partial<TaxPeriod> = {}): TaxPeriod => ({
  code: '02',
  rateHundredths: 800,
  reason: '',
  from: '2026-01-01',
  until: null,
  ...change,
});

describe('the tax of a day', () => {
  const periods = [
    period({ rateHundredths: 600, from: '2018-09-01', until: '2024-02-29' }),
    period({ from: '2024-03-01', until: '2026-12-31' }),
  ];
  test.each([
    ['2018-08-31', NO_TAX.myinvois],
    ['2018-09-01', periods[0]],
    ['2024-02-29', periods[0]],
    ['2024-03-01', periods[1]],
    ['2026-12-31', periods[1]],
    ['2027-01-01', NO_TAX.myinvois],
  ])('%s', (day, tax) => expect(taxOn(periods, { day, dialect: 'myinvois', fee: null })).toBe(tax));
});

test('a tax of the platform applies to the fees that it names', () => {
  const buyer = period({ fees: 'buyer', until: '2026-06-30' });
  const both = period({ from: '2026-07-01', rateHundredths: 600 });
  const on = (fee: 'buyer' | 'seller', day: string) => taxOn([buyer, both], { day, dialect: 'myinvois', fee });
  expect(on('buyer', '2026-06-30')).toBe(buyer);
  expect(on('seller', '2026-06-30')).toBe(NO_TAX.myinvois);
  expect(on('buyer', '2026-07-01')).toBe(both);
  expect(on('seller', '2026-07-01')).toBe(both);
});

test.each([
  ['accepts no tax', [], undefined],
  ['accepts periods one after the other', [period({ until: '2026-06-30' }), period({ from: '2026-07-01' })], undefined],
  ['accepts them in any order', [period({ from: '2026-07-01' }), period({ until: '2026-06-30' })], undefined],
  ['refuses an unknown code', [period({ code: 'S' })], 'tax_code_unknown'],
  ['refuses a rate above 100 %', [period({ rateHundredths: 10_001 })], 'tax_rate_invalid'],
  ['refuses a part of a hundredth', [period({ rateHundredths: 0.5 })], 'tax_rate_invalid'],
  ['refuses a tax without a rate', [period({ rateHundredths: 0 })], 'tax_rate_invalid'],
  ['refuses a rate where no tax applies', [period({ code: '06' })], 'tax_rate_invalid'],
  ['refuses an exemption without a reason', [period({ code: 'E', rateHundredths: 0 })], 'tax_reason_required'],
  ['refuses an end before the start', [period({ until: '2025-12-31' })], 'tax_periods_overlap'],
  [
    'refuses a day with two taxes',
    [period({ until: '2026-07-01' }), period({ from: '2026-07-01' })],
    'tax_periods_overlap',
  ],
  ['refuses a tax after one without an end', [period(), period({ from: '2027-01-01' })], 'tax_periods_overlap'],
  [
    'accepts a tax for each fee on the same days',
    [period({ fees: 'buyer' }), period({ fees: 'seller', rateHundredths: 600 })],
    undefined,
  ],
  ['refuses two taxes on one fee', [period({ fees: 'buyer' }), period()], 'tax_periods_overlap'],
  ['accepts names', [period({ nameEn: 'Service tax', nameZh: '服务税' })], undefined],
  ['refuses a long name', [period({ nameZh: '税'.repeat(41) })], 'less_than_maximum_character'],
  ['refuses an emoji in a name', [period({ nameEn: 'Tax 💰' })], 'emoji_not_allowed'],
] as const)('%s', (_title, periods, code) => {
  expect(judgeTaxes(periods, 'myinvois')?.code).toBe(code);
});
