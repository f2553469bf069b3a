import { costOf, type Fees } from '#domain/award/close.ts';
import { compareVintages, type Vintage } from '#domain/basics/vintage.ts';

/** The fields of a sell order's item that a buy order needs. */
export type SplitItem = {
  readonly sellOrderItemId: string;
  readonly position: number;
  readonly recVintage: Vintage;
  /** RECs that are neither sold nor reserved by a buy order. */
  readonly remainingQuantity: number;
};

/** The RECs that a buy order takes from one item. */
export type BuyOrderPart = { readonly sellOrderItemId: string; readonly quantity: number };

/**
 * Compares two items by the order in which buy orders take them: oldest vintage first, items of the same vintage by
 * position (docs/rules.md#buy-orders).
 */
const inOrder = (one: SplitItem, other: SplitItem): number =>
  compareVintages(one.recVintage, other.recVintage) || one.position - other.position;

/**
 * Splits a buy order into parts. The review page and the server use this function. If fewer RECs remain than ordered,
 * the parts contain only the remaining RECs.
 */
export function splitBuyOrder(items: readonly SplitItem[], quantity: number): BuyOrderPart[] {
  const parts: BuyOrderPart[] = [];
  let left = quantity;
  for (const { sellOrderItemId, remainingQuantity } of items.toSorted(inOrder)) {
    const taken = Math.min(left, remainingQuantity);
    if (taken <= 0) continue;
    parts.push({ sellOrderItemId, quantity: taken });
    left -= taken;
  }
  return parts;
}

/**
 * Returns the amount, the fees, the buyer's total and the seller's proceeds of a buy order. Fees are rounded half up
 * per order (docs/rules.md#numbers, decision 26).
 */
export function priceBuyOrder(unitPriceCents: number, quantity: number, fees: Fees) {
  const cost = costOf(unitPriceCents, quantity, fees);
  return {
    ...cost,
    totalCents: cost.amountCents + cost.buyerFeeCents,
    proceedsCents: cost.amountCents - cost.sellerFeeCents,
  };
}

/** Returns whether two buy orders take the same quantities from the same items. */
export const isSameSplit = (one: readonly BuyOrderPart[], other: readonly BuyOrderPart[]): boolean =>
  one.length === other.length &&
  one.every((part, at) => {
    const twin = other[at];
    return twin?.sellOrderItemId === part.sellOrderItemId && twin.quantity === part.quantity;
  });
