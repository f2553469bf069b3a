import { costOf, type Fees } from '#domain/award/close.ts';
import { compareVintages, type Vintage } from '#domain/basics/vintage.ts';

/** The fields of a sell order's item that a buy order needs. */
export type SplitItem = {
  readonly sellOrderItemId: string;
  readonly position: number;
  readonly recVintage: Vintage;
  /** RECs that are neither sold nor reserved by an order. */
  readonly remainingQuantity: number;
};

/** The RECs that a buy order takes from one item. */
export type BuyOrderPart = { readonly sellOrderItemId: string; readonly quantity: number };

/**
 * Order in which buy orders take items: oldest vintage first; items of one vintage by position
 * (docs/rules.md#buy-orders).
 */
const inOrder = (one: SplitItem, other: SplitItem): number =>
  compareVintages(one.recVintage, other.recVintage) || one.position - other.position;

/**
 * Splits a buy order into parts. The review page and the order use the same function. A quantity beyond what remains is
 * in no part.
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
 * Returns the buyer's cost and the seller's proceeds of a buy order. Fees are rounded half up per order
 * (docs/rules.md#numbers, decision 26).
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
