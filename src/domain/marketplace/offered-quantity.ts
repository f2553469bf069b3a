/**
 * Returns the RECs of an item that are listed. While buyers can order, these are all unsold ones; afterwards only those
 * that wait for an admin's decision.
 */
export const offeredQuantity = (
  item: { readonly totalQuantity: number; readonly reservedQuantity: number; readonly soldQuantity: number },
  isOffered: boolean,
): number => (isOffered ? item.totalQuantity - item.soldQuantity : item.reservedQuantity);
