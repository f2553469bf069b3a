import { accept, acceptFilled, refuse } from '#domain/basics/accept.ts';
import { FEE_HUNDREDTHS_MAX, hundredthsOfPercent } from '#domain/basics/amount.ts';
import { platformDecimals } from '#domain/basics/currency.ts';
import { centsOfDecimal, decimalOfCents, PRICE_CENTS_MAX, PRICE_CENTS_MIN } from '#domain/basics/price.ts';
import type { Refusal, Result } from '#domain/basics/result.ts';

/** Judges a required price. An accepted price is in minor units of the currency. */
export const judgePrice = (price: number | null) =>
  acceptFilled(price, (decimal): Result<number, Refusal<'price_invalid'>> => {
    const cents = centsOfDecimal(decimal);
    const isPrice = cents !== undefined && cents >= PRICE_CENTS_MIN && cents <= PRICE_CENTS_MAX;
    const [minimum, maximum] = [decimalOfCents(PRICE_CENTS_MIN), decimalOfCents(PRICE_CENTS_MAX)];
    const params = { minimum, maximum, decimals: platformDecimals() };
    return isPrice ? accept(cents) : refuse({ code: 'price_invalid', params });
  });

/** Judges a fee of 0 to 100 percent with two decimals. An accepted fee is in hundredths of a percent. */
export const judgeFee = (fee: number | null) =>
  acceptFilled(fee, (percent): Result<number, Refusal<'fee_out_of_range'>> => {
    const hundredths = hundredthsOfPercent(percent);
    const isFee = hundredths !== undefined && hundredths >= 0 && hundredths <= FEE_HUNDREDTHS_MAX;
    return isFee ? accept(hundredths) : refuse({ code: 'fee_out_of_range', params: { minimum: 0, maximum: 100 } });
  });
