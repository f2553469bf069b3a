import { centsOfDecimal } from '#domain/basics/price.ts';

/**
 * Returns price × quantity in minor units. Amounts and their sums can exceed 2^53 minor units. So amounts are `bigint` in
 * code and decimal strings in the API (docs/rules.md#numbers).
 */
export const amountCents = (priceCents: number, quantity: number): bigint => BigInt(priceCents) * BigInt(quantity);

/**
 * Maximum fee: 100 %. Fees are percentages with two decimals. Code counts them in hundredths of a percent, so 1.25 % is
 * 125.
 */
export const FEE_HUNDREDTHS_MAX = 10_000;

/** Returns the processing fee of one award's amount, rounded half up to the minor unit (docs/rules.md#numbers). */
export const feeCents = (amount: bigint, feeHundredths: number): bigint =>
  (amount * BigInt(feeHundredths) + 5_000n) / 10_000n;

/** Converts a percentage to hundredths of a percent. Returns undefined if it has more than two decimals. */
export const hundredthsOfPercent = (percent: number): number | undefined => centsOfDecimal(percent, 2);

/** Converts hundredths of a percent to a percentage, as the API has it. */
export const percentOfHundredths = (hundredths: number): number => hundredths / 100;
