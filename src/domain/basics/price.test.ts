import { expect, test } from 'vitest';
import { ceilToTick, centsOfDecimal, floorToTick, isOnTick, textOfCents } from '#domain/basics/price.ts';

/**
 * A price has at most two fraction digits (docs/rules.md#numbers). Floating-point errors must not change the result.
 */
test.each([
  [0.1, 10],
  [0.29, 29],
  [1.1, 110],
  [4.35, 435],
  [1.005, undefined],
  [0.001, undefined],
  [9_999_999.99, 999_999_999],
  [-1.5, -150],
  [Number.NaN, undefined],
  [Number.POSITIVE_INFINITY, undefined],
  [1e300, undefined],
])('hundredths of %d', (decimal, cents) => expect(centsOfDecimal(decimal)).toBe(cents));

test('every possible price survives serialization', () => {
  for (let cents = 1; cents <= 999_999_999; cents += 99_991) expect(centsOfDecimal(cents / 100)).toBe(cents);
});

test.each([
  [0, '0.00'],
  [5, '0.05'],
  [1_234, '12.34'],
  [-5, '-0.05'],
  [-1_234n, '-12.34'],
  [99_999_999_900_000_001n, '999999999000000.01'],
])('%d hundredths as text', (cents, text) => expect(textOfCents(cents)).toBe(text));

test.each([
  [130, 10, true, 130, 130],
  [135, 10, false, 140, 130],
  [7, 10, false, 10, 0],
  [75, 25, true, 75, 75],
])('%d on a tick of %d', (cents, tick, isOn, up, down) => {
  expect(isOnTick(cents, tick)).toBe(isOn);
  expect(ceilToTick(cents, tick)).toBe(up);
  expect(floorToTick(cents, tick)).toBe(down);
});
