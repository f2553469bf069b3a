import type { Refusal } from '#domain/basics/result.ts';

/** Minimum quantity in RECs. Quantities are whole RECs (docs/rules.md#numbers). */
export const QUANTITY_MIN = 1;
/** Maximum quantity in RECs, of any item or bid. */
export const QUANTITY_MAX = 100_000_000;

export const QUANTITY_REFUSALS = ['quantity_must_be_integer', 'quantity_out_of_range'] as const;
export type QuantityRefusal = (typeof QUANTITY_REFUSALS)[number];

/** Judges a quantity: a whole number of RECs from 1 to 100,000,000 (docs/rules.md#numbers). */
export function judgeQuantity(quantity: number): Refusal<QuantityRefusal> | undefined {
  if (!Number.isInteger(quantity)) return { code: 'quantity_must_be_integer' };
  return quantity < QUANTITY_MIN || quantity > QUANTITY_MAX
    ? { code: 'quantity_out_of_range', params: { minimum: QUANTITY_MIN, maximum: QUANTITY_MAX } }
    : undefined;
}

/**
 * Judges a bidder's maximum bid quantity: null, or 1 to 100,000,000. If it is null, the account's maximum or the
 * general limit applies (docs/rules.md#bidders).
 */
export const judgeMaxQuantity = (quantity: number | null): Refusal<QuantityRefusal> | undefined =>
  quantity === null ? undefined : judgeQuantity(quantity);
