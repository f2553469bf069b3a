import { platformDecimals } from '#domain/basics/currency.ts';

/**
 * The lowest price in minor units: 0.01 in a currency with two decimals (docs/rules.md#numbers). In the API, a price is
 * a JSON number with at most the decimals of the currency. Code counts minor units as integers (`…Cents`) and never adds
 * floats.
 */
export const PRICE_CENTS_MIN = 1;
/** The highest price in minor units: 9,999,999.99 in a currency with two decimals. */
export const PRICE_CENTS_MAX = 999_999_999;
/** The smallest tick size in minor units. */
export const TICK_CENTS_MIN = 1;

/** Returns the minor units of one unit of the currency: 100 for USD. */
const centsOfUnit = (decimals: number): number => 10 ** decimals;

/** Returns the default tick size in minor units: 0.1, or 1 in a currency without decimals (docs/rules.md#numbers). */
export const defaultTickCents = (decimals = platformDecimals()): number => Math.max(1, centsOfUnit(decimals) / 10);

/**
 * Converts a decimal number to minor units. Returns undefined if the number has more decimals than the currency or is
 * not finite.
 */
export function centsOfDecimal(value: number, decimals = platformDecimals()): number | undefined {
  if (!Number.isFinite(value)) return undefined;
  const cents = nearestCents(value, decimals);
  return Number.isSafeInteger(cents) && decimalOfCents(cents, decimals) === value ? cents : undefined;
}

/** Converts a decimal number to minor units, rounded to the nearest one. */
export const nearestCents = (value: number, decimals = platformDecimals()): number =>
  Math.round(value * centsOfUnit(decimals));

/** Converts minor units to a decimal number, as the API has it. */
export const decimalOfCents = (cents: number, decimals = platformDecimals()): number => cents / centsOfUnit(decimals);

/** Returns minor units as an exact decimal text without thousands separators: `1234` → `"12.34"`, or `"1234"` in JPY. */
export function textOfCents(cents: number | bigint, decimals = platformDecimals()): string {
  const all = BigInt(cents);
  const size = String(all < 0n ? -all : all).padStart(decimals + 1, '0');
  const whole = size.slice(0, size.length - decimals);
  return `${all < 0n ? '-' : ''}${whole}${decimals > 0 ? `.${size.slice(-decimals)}` : ''}`;
}

/** Returns the minor units of a text of `textOfCents`. */
export const centsOfText = (amount: string): bigint => BigInt(amount.replace('.', ''));

/** Returns a decimal number as a text with all decimals of the currency: `12.3` → `"12.30"`. */
export const textOfDecimal = (value: number, decimals = platformDecimals()): string => value.toFixed(decimals);

/** Returns the number of decimals of a decimal text. An amount has all decimals of its currency. */
export const decimalsOfText = (amount: string): number => amount.split('.')[1]?.length ?? 0;

/** Returns whether a text is an amount with exactly the decimals of the currency. */
export const isAmountText = (text: string, decimals = platformDecimals()): boolean =>
  /^-?\d+(?:\.\d+)?$/.test(text) && decimalsOfText(text) === decimals;

const DECIMALS_MAX = 4;

/**
 * Returns how `Intl.NumberFormat` formats a price: with all decimals of the currency. Phrases call it `price`. Prices are
 * exact, so those of a record in another currency are not rounded.
 */
export const priceFormat = (decimals = platformDecimals()) => ({
  minimumFractionDigits: decimals,
  maximumFractionDigits: DECIMALS_MAX,
});

/** Returns the unit of prices and price steps: `USD/REC`. */
export const priceUnitOf = (currency: string): string => `${currency}/REC`;

/**
 * Returns whether a price is a multiple of the tick size (docs/rules.md#numbers). Both are integers in minor units, so
 * the result is exact.
 */
export const isOnTick = (priceCents: number, tickCents: number): boolean => priceCents % tickCents === 0;

/** Returns the smallest price on the tick grid that is at least `priceCents`. */
export const ceilToTick = (priceCents: number, tickCents: number): number =>
  Math.ceil(priceCents / tickCents) * tickCents;

/** Returns the largest price on the tick grid that is at most `priceCents`. */
export const floorToTick = (priceCents: number, tickCents: number): number =>
  Math.floor(priceCents / tickCents) * tickCents;
