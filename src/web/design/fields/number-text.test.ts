import { expect, it } from 'vitest';
import { numberOfText, textOfNumber } from '#web/design/fields/number-text.ts';

it.each([
  ['', null],
  ['  ', null],
  ['1,234.50', 1234.5],
  ['１２３．５', 123.5],
  ['-3', -3],
  ['.5', 0.5],
  ['12abc', Number.NaN],
  ['1e5', Number.NaN],
  ['1.2.3', Number.NaN],
  ['1,2345', 12_345],
  ['1,234,567.8', 1_234_567.8],
  ['3,5', Number.NaN],
  ['3，5', Number.NaN],
  ['10,00', Number.NaN],
  ['1.234,56', Number.NaN],
  ['1,234,5', Number.NaN],
  [',500', Number.NaN],
])('%s is read as %d', (text, value) => {
  expect(numberOfText(text)).toBe(value);
});
it.each([
  [null, 0, ''],
  [Number.NaN, 0, ''],
  [1234567, 0, '1,234,567'],
  [12.5, 2, '12.50'],
  [12.345, 2, '12.345'],
])('shows %d with %d digits as %s', (value, digits, text) => {
  expect(textOfNumber(value, digits)).toBe(text);
});
