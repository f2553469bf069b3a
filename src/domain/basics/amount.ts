import { centsOfDecimal } from '#domain/basics/price.ts';
import { accept, acceptFilled, refuse, type Refusal, type Result } from '#domain/basics/result.ts';

/**
 * Amounts (price × quantity, sums, fees) pass 2^53 hundredths, so they are `bigint` hundredths in code and decimal
 * strings on the wire (rules 2).
 */
export const amountCents = (priceCents: number, quantity: number): bigint => BigInt(priceCents) * BigInt(quantity);

/** Fees are percentages with two fraction digits, kept as hundredths of a percent: 1.25 % is 125. */
export const FEE_HUNDREDTHS_MAX = 10_000;

/** A fee of 0 to 100 percent with two fraction digits; an accepted one is in hundredths of a percent. */
export const judgeFee = (fee: number | null) =>
  acceptFilled(fee, (percent): Result<number, Refusal<'fee_out_of_range'>> => {
    const hundredths = centsOfDecimal(percent);
    const isFee = hundredths !== undefined && hundredths >= 0 && hundredths <= FEE_HUNDREDTHS_MAX;
    return isFee ? accept(hundredths) : refuse({ code: 'fee_out_of_range', params: { minimum: 0, maximum: 100 } });
  });

/** A processing fee of an amount, rounded half-up to the hundredth, per award (rules 3). */
export const feeCents = (amount: bigint, feeHundredths: number): bigint =>
  (amount * BigInt(feeHundredths) + 5_000n) / 10_000n;
