/**
 * The lowest price in hundredths: 0.01 (docs/rules.md#numbers). In the API, a price is a JSON number with at most two
 * fraction digits. Code counts hundredths as integers (`…Cents`) and never adds floats.
 */
export const PRICE_CENTS_MIN = 1;
/** The highest price in hundredths: 9,999,999.99. */
export const PRICE_CENTS_MAX = 999_999_999;
/** The default tick size in hundredths: 0.10 (docs/rules.md#numbers). */
export const TICK_CENTS_DEFAULT = 10;
/** The smallest tick size in hundredths: 0.01. */
export const TICK_CENTS_MIN = 1;

/**
 * Converts a decimal number to hundredths. Returns undefined if the number has more than two fraction digits or is not
 * finite.
 */
export function centsOfDecimal(value: number): number | undefined {
  if (!Number.isFinite(value)) return undefined;
  const cents = Math.round(value * 100);
  return Number.isSafeInteger(cents) && cents / 100 === value ? cents : undefined;
}

export const decimalOfCents = (cents: number): number => cents / 100;

/** Returns hundredths as an exact decimal text without thousands separators: `1234` → `"12.34"`. */
export function textOfCents(cents: number | bigint): string {
  const all = BigInt(cents);
  const size = all < 0n ? -all : all;
  return `${all < 0n ? '-' : ''}${size / 100n}.${String(size % 100n).padStart(2, '0')}`;
}

/** Returns the unit of prices and price steps: `USD/REC`. */
export const priceUnitOf = (currency: string): string => `${currency}/REC`;

/**
 * Returns whether a price is a multiple of the tick size (docs/rules.md#numbers). Both are integers in hundredths, so
 * the result is exact.
 */
export const isOnTick = (priceCents: number, tickCents: number): boolean => priceCents % tickCents === 0;

/** Returns the smallest price on the tick grid that is at least `priceCents`. */
export const ceilToTick = (priceCents: number, tickCents: number): number =>
  Math.ceil(priceCents / tickCents) * tickCents;

/** Returns the largest price on the tick grid that is at most `priceCents`. */
export const floorToTick = (priceCents: number, tickCents: number): number =>
  Math.floor(priceCents / tickCents) * tickCents;
