/**
 * Digits of statement numbers. The number alone is enough to have a statement confirmed, so it must be impossible to
 * guess. People read it from paper and type it. It has sixteen of Crockford's 32 digits, which exclude digits that look
 * alike. The last one is a check digit.
 */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** Number of random digits; they hold 75 bits. */
export const RANDOM_DIGITS = 15;
/** Refusals of a typed number: it is not a valid number, or no statement has it. */
export const STATEMENT_REFUSALS = ['statement_number_incorrect', 'statement_unknown'] as const;
export type StatementRefusal = (typeof STATEMENT_REFUSALS)[number];

const GROUPS = /.{4}(?=.)/g;

/**
 * Doubles an element of the field of 32 elements (x⁵ + x² + 1). With it the check digit detects every single wrong
 * digit and every swap of two digits.
 */
const double = (value: number): number => (value & 16 ? (value << 1) ^ 0b100101 : value << 1);
const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => double(sum) ^ value, 0);

const digitOf = (value: number): string => DIGITS[value & 31] ?? '';

/** Returns the number that begins with these digits, each 0 to 31: `7K3M-0QZD-H5RT-9XWC`. */
export const statementNumberOf = (random: readonly number[]): string =>
  [...random, double(sumOf(random))].map(digitOf).join('').replaceAll(GROUPS, '$&-');

/**
 * Normalizes a typed number: similar-looking characters, and the full-width letters and digits of Chinese input
 * methods. Spaces and dashes of any kind are ignored.
 */
const plainOf = (typed: string): string =>
  typed
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[\s\p{Pd}.·_]/gu, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');

/**
 * Returns a typed number in its written form; undefined if it is not a valid number. Whether a statement has it is
 * checked elsewhere.
 */
export function readStatementNumber(typed: string): string | undefined {
  const values = Array.from(plainOf(typed)).map((digit) => DIGITS.indexOf(digit));
  if (values.length !== RANDOM_DIGITS + 1 || values.includes(-1) || sumOf(values) !== 0) return undefined;
  return statementNumberOf(values.slice(0, RANDOM_DIGITS));
}
