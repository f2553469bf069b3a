import { judgeQuantity, QUANTITY_REFUSALS } from '#domain/basics/quantity.ts';
import type { Refusal } from '#domain/basics/result.ts';

export const RETIRED_QUANTITY_REFUSALS = [
  'please_input_the_quantity',
  ...QUANTITY_REFUSALS,
  'maximum_quantity_is',
] as const;
type RetiredQuantityRefusal = (typeof RETIRED_QUANTITY_REFUSALS)[number];

/**
 * Judges the quantity of a retirement: part or all of a holding, in whole RECs (docs/rules.md#retirements). When the
 * retirement is booked, the ledger checks again that the holding has enough RECs.
 */
export function judgeRetiredQuantity(
  quantity: number | null,
  balance: number,
): Refusal<RetiredQuantityRefusal> | undefined {
  if (quantity === null) return { code: 'please_input_the_quantity' };
  const refusal = judgeQuantity(quantity);
  if (refusal) return refusal;
  return quantity > balance ? { code: 'maximum_quantity_is', params: { maximum: balance } } : undefined;
}
