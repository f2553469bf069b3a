/**
 * The number of a statement is all that anybody needs to have it confirmed, so it can't be guessed, and it is read off paper and
 * typed: sixteen of Crockford's 32 digits, which leave out what looks like another one, the last computed from the others.
 */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** Random digits: 75 bits. */
export const RANDOM_DIGITS = 15;
/** Of a number that was typed: it can't be one, or no statement has it. */
export const STATEMENT_REFUSALS = ['statement_number_incorrect', 'statement_unknown'] as const;
export type StatementRefusal = (typeof STATEMENT_REFUSALS)[number];

const GROUPS = /.{4}(?=.)/g;

/** Times two among 32 elements (the field over x⁵ + x² + 1): no other digit and no two that changed places add up the same. */
const double = (value: number): number => (value & 16 ? (value << 1) ^ 0b100101 : value << 1);
const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => double(sum) ^ value, 0);

const digitOf = (value: number): string => DIGITS[value & 31] ?? '';

/** The number that begins with these digits, each 0 to 31: `7K3M-0QZD-H5RT-9XWC`. */
export const statementNumberOf = (random: readonly number[]): string =>
  [...random, double(sumOf(random))].map(digitOf).join('').replaceAll(GROUPS, '$&-');

/** What looks alike, and how Chinese input writes letters and digits; blanks and dashes of any kind say nothing. */
const plainOf = (typed: string): string =>
  typed
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[\s\p{Pd}.·_]/gu, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');

/** The number that somebody typed, as it is written; undefined where it can't be one, whatever statements there are. */
export function readStatementNumber(typed: string): string | undefined {
  const values = Array.from(plainOf(typed)).map((digit) => DIGITS.indexOf(digit));
  if (values.length !== RANDOM_DIGITS + 1 || values.includes(-1) || sumOf(values) !== 0) return undefined;
  return statementNumberOf(values.slice(0, RANDOM_DIGITS));
}
