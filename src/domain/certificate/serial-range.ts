/** Serial numbers are counted in millionths, because some registries issue fractions of a REC (docs/rules.md#certificates). */
export const MILLIONTHS = 1_000_000n;
/** Serial numbers have at most 32 digits before the decimal point, as `numeric(38,6)` stores. */
export const SERIAL_DIGITS_MAX = 32;

/**
 * A range of serial numbers, in millionths. Both ends belong to the range. `step` is the distance between two neighbors,
 * also in millionths, so the range contains `last - first + step` millionths of a REC.
 */
export type SerialRange = { readonly first: bigint; readonly last: bigint; readonly step: bigint };

const DECIMAL = /^(?<whole>\d{1,32})(?:\.(?<fraction>\d{1,6}))?$/;

/** Returns a decimal number with at most six decimals in millionths; undefined if it is not such a number. */
export function millionthsOf(text: string): bigint | undefined {
  const { whole, fraction = '' } = DECIMAL.exec(text)?.groups ?? {};
  return whole === undefined ? undefined : BigInt(whole) * MILLIONTHS + BigInt(fraction.padEnd(6, '0'));
}

/**
 * Returns a decimal number in millionths that the program has written or checked before.
 * @throws RangeError if it is not a number with at most six decimals
 */
export function knownMillionths(text: string): bigint {
  const millionths = millionthsOf(text);
  if (millionths === undefined) throw new RangeError(`${text} is not a number with at most six decimals`);
  return millionths;
}

/** Returns millionths as a decimal number with six decimals, as the database stores it. */
export const decimalOfMillionths = (millionths: bigint): string =>
  `${millionths / MILLIONTHS}.${String(millionths % MILLIONTHS).padStart(6, '0')}`;

/** Returns a quantity in millionths as a number of RECs without needless zeros, such as `7310.038`. */
export const quantityText = (millionths: bigint): string => decimalOfMillionths(millionths).replace(/\.?0+$/, '');

/** Returns the size of a range in millionths of a REC. */
export const sizeOf = ({ first, last, step }: SerialRange): bigint => last - first + step;

/** Returns whether two ranges of the same serials share a number. */
export const doRangesOverlap = (one: SerialRange, other: SerialRange): boolean =>
  one.first <= other.last && other.first <= one.last;

/** Returns whether a range lies within another one, and both have the same step. */
export const isWithin = (part: SerialRange, whole: SerialRange): boolean =>
  part.step === whole.step && whole.first <= part.first && part.last <= whole.last;

/**
 * Splits a range. The first part has `size` millionths and the low numbers, as registries split.
 *
 * @param size a multiple of the range's step, above zero and below the range's size
 */
export function splitRange(range: SerialRange, size: bigint): readonly [first: SerialRange, rest: SerialRange] {
  if (size <= 0n || size >= sizeOf(range) || size % range.step !== 0n)
    throw new RangeError(`a range of ${sizeOf(range)} cannot be split at ${size}`);
  const last = range.first + size - range.step;
  return [
    { ...range, last },
    { ...range, first: last + range.step },
  ];
}

/**
 * Takes ranges, in their order, until they have `wanted` millionths together. Splits the last one if it is larger than
 * needed.
 *
 * @returns each taken range with the part that is taken. All of them together have less than `wanted` if there is no more
 */
export function takeRanges<Range extends SerialRange>(
  ranges: readonly Range[],
  wanted: bigint,
): { readonly range: Range; readonly taken: SerialRange; readonly rest: SerialRange | undefined }[] {
  let missing = wanted;
  return ranges.flatMap((range): { range: Range; taken: SerialRange; rest: SerialRange | undefined }[] => {
    if (missing <= 0n) return [];
    const size = sizeOf(range);
    if (size <= missing) {
      missing -= size;
      return [{ range, taken: range, rest: undefined }];
    }
    // A whole certificate cannot be divided.
    const part = missing - (missing % range.step);
    if (part === 0n) return [];
    missing -= part;
    const [taken, rest] = splitRange(range, part);
    return [{ range, taken, rest }];
  });
}
