/**
 * Amounts (price × quantity, sums, fees) pass 2^53 hundredths, so they are `bigint` hundredths in code and decimal
 * strings on the wire (docs/rules.md#numbers).
 */
export const amountCents = (priceCents: number, quantity: number): bigint => BigInt(priceCents) * BigInt(quantity);

/** Fees are percentages with two fraction digits, kept as hundredths of a percent: 1.25 % is 125. */
export const FEE_HUNDREDTHS_MAX = 10_000;

/** A processing fee of an amount, rounded half-up to the hundredth, per award (docs/rules.md#numbers). */
export const feeCents = (amount: bigint, feeHundredths: number): bigint =>
  (amount * BigInt(feeHundredths) + 5_000n) / 10_000n;
