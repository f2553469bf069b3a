/**
 * Returns an amount in hundredths. Amounts (price × quantity, sums, fees) exceed 2^53 hundredths, so they are `bigint`
 * in code and decimal strings on the wire (docs/rules.md#numbers).
 */
export const amountCents = (priceCents: number, quantity: number): bigint => BigInt(priceCents) * BigInt(quantity);

/** Largest fee, 100 %. Fees are percentages with two decimals, in hundredths of a percent: 1.25 % is 125. */
export const FEE_HUNDREDTHS_MAX = 10_000;

/** Returns the processing fee of one award's amount, rounded half up to the hundredth (docs/rules.md#numbers). */
export const feeCents = (amount: bigint, feeHundredths: number): bigint =>
  (amount * BigInt(feeHundredths) + 5_000n) / 10_000n;
