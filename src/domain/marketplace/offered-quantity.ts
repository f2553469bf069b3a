/** What is on offer of an item: all that isn't sold while buyers can order, after that only what waits for an admin. */
export const offeredQuantity = (
  item: { readonly totalQuantity: number; readonly reservedQuantity: number; readonly soldQuantity: number },
  isOffered: boolean,
): number => (isOffered ? item.totalQuantity - item.soldQuantity : item.reservedQuantity);
