/**
 * The 32 digits of statement numbers. They are Crockford's digits, which contain no similar-looking characters, because
 * people type the number from paper. A number has sixteen digits; the last one is a check digit. Anyone who has the
 * number can verify the statement, so nobody must be able to guess a number.
 */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** Number of random digits. Together they hold 75 bits. */
export const RANDOM_DIGITS = 15;
/** Refusals of a typed number: its form or check digit is wrong, or no statement has this number. */
export const STATEMENT_REFUSALS = ['statement_number_incorrect', 'statement_unknown'] as const;
export type StatementRefusal = (typeof STATEMENT_REFUSALS)[number];

const GROUPS = /.{4}(?=.)/g;

/**
 * Doubles an element of the field of 32 elements (x⁵ + x² + 1). Sums of doubled elements make a check digit that
 * detects every single wrong digit and every swap of two digits.
 */
const double = (value: number): number => (value & 16 ? (value << 1) ^ 0b100101 : value << 1);
const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => double(sum) ^ value, 0);

const digitOf = (value: number): string => DIGITS[value & 31] ?? '';

/** Returns the statement number with these random digits, each 0 to 31, for example `7K3M-0QZD-H5RT-9XWC`. */
export const statementNumberOf = (random: readonly number[]): string =>
  [...random, double(sumOf(random))].map(digitOf).join('').replaceAll(GROUPS, '$&-');

/**
 * Normalizes a typed number: converts similar-looking characters, and the full-width letters and digits of Chinese
 * input methods; removes spaces and dashes of any kind.
 */
const plainOf = (typed: string): string =>
  typed
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[\s\p{Pd}.·_]/gu, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');

/**
 * Returns a typed number in its written form; undefined if its form or check digit is wrong. This function does not
 * check whether a statement has this number.
 */
export function readStatementNumber(typed: string): string | undefined {
  const values = Array.from(plainOf(typed)).map((digit) => DIGITS.indexOf(digit));
  if (values.length !== RANDOM_DIGITS + 1 || values.includes(-1) || sumOf(values) !== 0) return undefined;
  return statementNumberOf(values.slice(0, RANDOM_DIGITS));
}
