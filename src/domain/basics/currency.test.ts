import codes from 'currency-codes';
import { afterEach, describe, expect, test } from 'vitest';
import { judgeTick } from '#domain/auction/judge-tick.ts';
import { feeCents } from '#domain/basics/amount.ts';
import { decimalsOf, inCurrency, platformCurrency, setPlatformCurrency } from '#domain/basics/currency.ts';
import { judgeFee, judgePrice } from '#domain/basics/judge-money.ts';
import {
  centsOfDecimal,
  centsOfText,
  decimalOfCents,
  defaultTickCents,
  isAmountText,
  textOfCents,
  textOfDecimal,
} from '#domain/basics/price.ts';
import { CURRENCIES, currencySetting, judgeCurrency } from '#domain/platform-setting/currency.ts';

afterEach(() => setPlatformCurrency('USD'));

/** Codes of ISO 4217 that have no minor unit: metals, bonds, units of account, and codes for tests. */
const WITHOUT_UNIT = /^X(?:A[GU]|B[A-D]|DR|P[DT]|SU|TS|UA|XX)$/;
/** Currencies that are newer than the package: the Caribbean guilder of 2025. */
const NEWER = ['XCG'];

test('the currencies and their decimals are those of the list of ISO 4217', () => {
  const listed = codes.data.filter(({ code }) => !WITHOUT_UNIT.test(code));
  expect(CURRENCIES).toEqual([...listed.map(({ code }) => code), ...NEWER].toSorted());
  expect(listed.map(({ code }) => [code, decimalsOf(code)])).toEqual(listed.map(({ code, digits }) => [code, digits]));
});

describe.each([
  ['JPY', 0],
  ['USD', 2],
  ['KWD', 3],
  ['CLF', 4],
])('money in %s', (currency, decimals) => {
  test('becomes minor units and back without a loss', () => {
    setPlatformCurrency(currency);
    for (let cents = 1; cents <= 999_999_999; cents += 99_991) {
      expect(centsOfDecimal(decimalOfCents(cents))).toBe(cents);
      expect(centsOfText(textOfCents(cents))).toBe(BigInt(cents));
      expect(textOfDecimal(decimalOfCents(cents))).toBe(textOfCents(cents));
    }
    expect(centsOfDecimal(1 + 10 ** -(decimals + 1))).toBeUndefined();
  });

  test('has all its decimals as a text', () => {
    setPlatformCurrency(currency);
    const text = textOfCents(-5n);
    expect(text.replace(/^-\d+\.?/, '').length).toBe(decimals);
    expect(isAmountText(text)).toBe(true);
    expect(isAmountText(`${text}0`)).toBe(decimals === 0);
    expect(isAmountText(`${text}.0`)).toBe(false);
  });
});

test.each([
  ['JPY', '1234', '5'],
  ['USD', '12.34', '0.05'],
  ['KWD', '1.234', '0.005'],
  ['CLF', '0.1234', '0.0005'],
])('minor units in %s as text', (currency, many, few) => {
  setPlatformCurrency(currency);
  expect([textOfCents(1_234), textOfCents(5)]).toEqual([many, few]);
});

test.each([
  ['JPY', 1],
  ['USD', 0.1],
  ['KWD', 0.1],
])('the default tick size in %s is %d', (currency, step) => {
  setPlatformCurrency(currency);
  expect(decimalOfCents(defaultTickCents())).toBe(step);
});

test.each([
  ['JPY', 1, 0.5, { minimum: 1, maximum: 999_999_999, decimals: 0 }],
  ['KWD', 1.005, 1.0005, { minimum: 0.001, maximum: 999_999.999, decimals: 3 }],
])('a price in %s has at most the decimals of the currency', (currency, right, wrong, params) => {
  setPlatformCurrency(currency);
  expect(judgePrice(right).ok).toBe(true);
  expect(judgePrice(wrong)).toMatchObject({ refused: { code: 'price_invalid', params } });
  expect(judgeTick({ name: 'x', priceStep: right }).ok).toBe(true);
  expect(judgeTick({ name: 'x', priceStep: wrong }).ok).toBe(false);
});

test('a fee is a percentage with two decimals in every currency, rounded half up to the minor unit', () => {
  setPlatformCurrency('JPY');
  expect(judgeFee(1.25)).toEqual({ ok: true, value: 125 });
  // 1.25 % of JPY 1,000 is 12.5.
  expect(feeCents(1_000n, 125)).toBe(13n);
});

test('work on money of another currency leaves the currency of the platform, also if it throws', () => {
  expect(inCurrency('KWD', () => textOfCents(1))).toBe('0.001');
  expect(() =>
    inCurrency('KWD', () => {
      throw new Error('stop');
    }),
  ).toThrow('stop');
  expect(platformCurrency()).toBe('USD');
});

test('a setting keeps the decimals of its currency, and an unknown code is refused', () => {
  expect(currencySetting('KWD')).toEqual({ code: 'KWD', decimals: 3 });
  expect(judgeCurrency({ code: '' })).toEqual({});
  expect(judgeCurrency({ code: 'kwd' })).toEqual({ code: { code: 'currency_unknown' } });
  expect(judgeCurrency({ code: 'XAU' })).toEqual({ code: { code: 'currency_unknown' } });
});
