import { isQuantity, QUANTITY_MAX, QUANTITY_MIN } from '#domain/basics/quantity.ts';
import type { Refusal } from '#domain/basics/result.ts';

/** A bidder's maximum quantity: empty (the account's own or the general limit holds), or 1 to 100,000,000 (specification 5). */
export function judgeMaxQuantity(
  quantity: number | null,
): Refusal<'quantity_must_be_integer' | 'quantity_out_of_range'> | undefined {
  if (quantity === null) return undefined;
  if (!Number.isInteger(quantity)) return { code: 'quantity_must_be_integer' };
  return isQuantity(quantity)
    ? undefined
    : { code: 'quantity_out_of_range', params: { minimum: QUANTITY_MIN, maximum: QUANTITY_MAX } };
}
