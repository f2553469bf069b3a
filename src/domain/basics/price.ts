/**
 * Limits of a price (docs/rules.md#numbers): a decimal with at most two fraction digits, 0.01 to 9,999,999.99. Code
 * counts hundredths as integers (`…Cents`) and never adds floats; the wire has a JSON number.
 */
export const PRICE_CENTS_MIN = 1;
export const PRICE_CENTS_MAX = 999_999_999;
/** Default tick size 0.1 and smallest step 0.01 (docs/rules.md#numbers). */
export const TICK_CENTS_DEFAULT = 10;
export const TICK_CENTS_MIN = 1;

/** Returns a decimal number in hundredths. Undefined if it has more than two fraction digits or is not a number. */
export function centsOfDecimal(value: number): number | undefined {
  if (!Number.isFinite(value)) return undefined;
  const cents = Math.round(value * 100);
  return Number.isSafeInteger(cents) && cents / 100 === value ? cents : undefined;
}

export const decimalOfCents = (cents: number): number => cents / 100;

/** Returns the exact decimal text without grouping: `1234` → `"12.34"`. */
export function textOfCents(cents: number | bigint): string {
  const all = BigInt(cents);
  const size = all < 0n ? -all : all;
  return `${all < 0n ? '-' : ''}${size / 100n}.${String(size % 100n).padStart(2, '0')}`;
}

/** Returns the unit of prices and price steps: `USD/REC`. */
export const priceUnitOf = (currency: string): string => `${currency}/REC`;

/**
 * Returns whether a price is a multiple of the tick size: exact integer arithmetic on hundredths, counted from zero
 * (docs/rules.md#numbers).
 */
export const isOnTick = (priceCents: number, tickCents: number): boolean => priceCents % tickCents === 0;

/** Returns the smallest price on the tick grid that is at least `priceCents`. */
export const ceilToTick = (priceCents: number, tickCents: number): number =>
  Math.ceil(priceCents / tickCents) * tickCents;

/** Returns the largest price on the tick grid that is at most `priceCents`. */
export const floorToTick = (priceCents: number, tickCents: number): number =>
  Math.floor(priceCents / tickCents) * tickCents;
