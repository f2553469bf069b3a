/**
 * Returns the number of an item's RECs that are listed. If buyers can order (`isOffered`), these are all unsold RECs.
 * Otherwise these are only the RECs of orders that wait for an administrator's decision.
 */
export const offeredQuantity = (
  item: { readonly totalQuantity: number; readonly reservedQuantity: number; readonly soldQuantity: number },
  isOffered: boolean,
): number => (isOffered ? item.totalQuantity - item.soldQuantity : item.reservedQuantity);
