import { judgeQuantity } from '#domain/basics/quantity.ts';
import type { Refusal } from '#domain/basics/result.ts';
import type { SellOrderStatus } from '#domain/marketplace/sell-order-status.ts';

export const BUY_QUANTITY_REFUSALS = [
  'please_input_the_quantity',
  'quantity_must_be_integer',
  'quantity_out_of_range',
  'minimum_quantity_is',
  'maximum_quantity_is',
  'remaining_quantity_is',
] as const;
export type BuyQuantityRefusal = (typeof BUY_QUANTITY_REFUSALS)[number];

export type BuyBounds = {
  readonly minimumPurchaseQuantity: number;
  readonly maxBuyOrderRecQuantity: number;
  readonly remainingQuantity: number;
};

/** Refuses a purchase unless the sell order is published and has RECs left. */
export const judgeAvailable = (status: SellOrderStatus): 'sell_order_not_available' | undefined =>
  status === 'published' ? undefined : 'sell_order_not_available';

/**
 * Judges the quantity of a purchase: at least the minimum, and at most both the maximum and the remaining RECs
 * (docs/rules.md#buy-orders).
 */
export function judgeBuyQuantity(quantity: number | null, bounds: BuyBounds): Refusal<BuyQuantityRefusal> | undefined {
  if (quantity === null) return { code: 'please_input_the_quantity' };
  const { minimumPurchaseQuantity: minimum, maxBuyOrderRecQuantity: maximum, remainingQuantity: remaining } = bounds;
  const refusal = judgeQuantity(quantity);
  if (refusal?.code === 'quantity_out_of_range')
    return { ...refusal, params: { minimum, maximum: Math.min(maximum, remaining) } };
  if (refusal) return refusal;
  if (quantity < minimum) return { code: 'minimum_quantity_is', params: { minimum } };
  if (quantity > remaining && remaining < maximum) return { code: 'remaining_quantity_is', params: { remaining } };
  return quantity > maximum ? { code: 'maximum_quantity_is', params: { maximum } } : undefined;
}
