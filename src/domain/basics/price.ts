/**
 * Prices (docs/rules.md#numbers): a decimal with at most two fraction digits, 0.01 to 9,999,999.99. In code an integer
 * count of hundredths (`…Cents`), on the wire a JSON number, never a float sum.
 */
export const PRICE_CENTS_MIN = 1;
export const PRICE_CENTS_MAX = 999_999_999;
/** Default tick size 0.1 and smallest step 0.01 (docs/rules.md#numbers). */
export const TICK_CENTS_DEFAULT = 10;
export const TICK_CENTS_MIN = 1;

/** Hundredths of a decimal number, or undefined where it has more than two fraction digits or isn't a number. */
export function centsOfDecimal(value: number): number | undefined {
  if (!Number.isFinite(value)) return undefined;
  const cents = Math.round(value * 100);
  return Number.isSafeInteger(cents) && cents / 100 === value ? cents : undefined;
}

export const decimalOfCents = (cents: number): number => cents / 100;

/** `1234` → `"12.34"`, exact, without grouping. */
export function textOfCents(cents: number | bigint): string {
  const all = BigInt(cents);
  const size = all < 0n ? -all : all;
  return `${all < 0n ? '-' : ''}${size / 100n}.${String(size % 100n).padStart(2, '0')}`;
}

/** What prices and price steps are counted in: `USD/REC`. */
export const priceUnitOf = (currency: string): string => `${currency}/REC`;

/** "Multiple of the tick size" is exact integer arithmetic on hundredths, counted from zero (docs/rules.md#numbers). */
export const isOnTick = (priceCents: number, tickCents: number): boolean => priceCents % tickCents === 0;

/** The smallest price on the tick grid that is at least `priceCents`. */
export const ceilToTick = (priceCents: number, tickCents: number): number =>
  Math.ceil(priceCents / tickCents) * tickCents;

/** The largest price on the tick grid that is at most `priceCents`. */
export const floorToTick = (priceCents: number, tickCents: number): number =>
  Math.floor(priceCents / tickCents) * tickCents;
