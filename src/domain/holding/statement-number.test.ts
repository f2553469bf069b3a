import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RANDOM_DIGITS, readStatementNumber, statementNumberOf } from '#domain/holding/statement-number.ts';

const random = fc.array(fc.integer({ min: 0, max: 31 }), { minLength: RANDOM_DIGITS, maxLength: RANDOM_DIGITS });
const numbers = random.map(statementNumberOf);
const at = fc.integer({ min: 0, max: RANDOM_DIGITS });
const DIGITS = Array.from('0123456789ABCDEFGHJKMNPQRSTVWXYZ');

test('a number has four groups of four and is read back unchanged', () => {
  fc.assert(
    fc.property(numbers, (number) => {
      expect(number).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$/);
      expect(readStatementNumber(number)).toBe(number);
    }),
  );
});

test('reads a number however it was typed: lower case, spaces, other dashes, full width, and similar digits', () => {
  fc.assert(
    fc.property(numbers, (number) => {
      const ways = [
        ` ${number.toLowerCase()} `,
        number.replaceAll('-', ''),
        number.replaceAll('-', ' – '),
        number.replaceAll('0', 'o').replaceAll('1', 'l'),
        number.replaceAll('0', 'O').replaceAll('1', 'I'),
        number.replaceAll(/[0-9A-Z]/g, (digit) => String.fromCodePoint((digit.codePointAt(0) ?? 0) + 0xfee0)),
      ];
      for (const typed of ways) expect(readStatementNumber(typed)).toBe(number);
    }),
  );
});

const replaceAt = (number: string, place: number, digit: string): string => {
  const digits = Array.from(number.replaceAll('-', ''));
  digits[place] = digit;
  return digits.join('');
};

test('finds one wrong digit, and two swapped ones', () => {
  fc.assert(
    fc.property(numbers, at, at, fc.constantFrom(...DIGITS), (number, place, other, digit) => {
      const digits = number.replaceAll('-', '');
      if (digits[place] !== digit) expect(readStatementNumber(replaceAt(number, place, digit))).toBeUndefined();
      const [one = '', two = ''] = [digits[place], digits[other]];
      if (one !== two)
        expect(readStatementNumber(replaceAt(replaceAt(number, place, two), other, one))).toBeUndefined();
    }),
  );
});

test('rejects a number with another length or other characters', () => {
  const number = statementNumberOf(Array.from({ length: RANDOM_DIGITS }, (_, index) => index));
  for (const typed of ['', number.slice(0, -1), `${number}0`, `U${number.slice(1)}`, '注销', '../../etc'])
    expect(readStatementNumber(typed)).toBeUndefined();
});
