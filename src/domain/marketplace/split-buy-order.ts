import { costOf, type Fees } from '#domain/award/close.ts';
import { compareVintages, type Vintage } from '#domain/basics/vintage.ts';

/** An item of a sell order as buy orders find it. */
export type SplitItem = {
  readonly sellOrderItemId: string;
  readonly position: number;
  readonly recVintage: Vintage;
  /** What nobody has bought, nor ordered. */
  readonly remainingQuantity: number;
};

/** What a buy order takes of one item. */
export type BuyOrderPart = { readonly sellOrderItemId: string; readonly quantity: number };

/**
 * Buy orders are filled from the oldest vintage first; items of one vintage in their order (docs/rules.md#buy-orders).
 */
const inOrder = (one: SplitItem, other: SplitItem): number =>
  compareVintages(one.recVintage, other.recVintage) || one.position - other.position;

/** The parts of a buy order; the same function fills the review and the order. What isn't there is in no part. */
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
 * What a buy order costs its buyer, and brings its seller; fees are rounded half-up per order (docs/rules.md#numbers,
 * decision 26).
 */
export function priceBuyOrder(unitPriceCents: number, quantity: number, fees: Fees) {
  const cost = costOf(unitPriceCents, quantity, fees);
  return {
    ...cost,
    /** What the buyer pays. */
    totalCents: cost.amountCents + cost.buyerFeeCents,
    /** What the seller receives. */
    proceedsCents: cost.amountCents - cost.sellerFeeCents,
  };
}

export const isSameSplit = (one: readonly BuyOrderPart[], other: readonly BuyOrderPart[]): boolean =>
  one.length === other.length &&
  one.every((part, at) => {
    const twin = other[at];
    return twin?.sellOrderItemId === part.sellOrderItemId && twin.quantity === part.quantity;
  });
