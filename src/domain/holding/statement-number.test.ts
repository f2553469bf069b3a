import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RANDOM_DIGITS, readStatementNumber, statementNumberOf } from '#domain/holding/statement-number.ts';

const random = fc.array(fc.integer({ min: 0, max: 31 }), { minLength: RANDOM_DIGITS, maxLength: RANDOM_DIGITS });
const numbers = random.map(statementNumberOf);
const at = fc.integer({ min: 0, max: RANDOM_DIGITS });
const DIGITS = Array.from('0123456789ABCDEFGHJKMNPQRSTVWXYZ');

test('a number is four groups of four and reads as itself', () => {
  fc.assert(
    fc.property(numbers, (number) => {
      expect(number).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$/);
      expect(readStatementNumber(number)).toBe(number);
    }),
  );
});

test('it is read however it was typed: small letters, blanks, other dashes, full width, and digits that look alike', () => {
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

test('one wrong digit is found, and so are two that changed places', () => {
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

test('what has another length or other signs is no number', () => {
  const number = statementNumberOf(Array.from({ length: RANDOM_DIGITS }, (_, index) => index));
  for (const typed of ['', number.slice(0, -1), `${number}0`, `U${number.slice(1)}`, '注销', '../../etc'])
    expect(readStatementNumber(typed)).toBeUndefined();
});
