/** Ids of elements to which keys and buttons move the focus. */
export const PRICE_FIELD_ID = 'bid-price';
/** The id of the quantity field in the bid form. */
export const QUANTITY_FIELD_ID = 'bid-quantity';
/** Returns the id of the price field of one bid on the entry page. */
export const priceFieldOf = (slotId: string): string => `price-${slotId}`;
/** Receives the focus after a bid was placed, because the button that placed it is gone. */
export const BID_PANEL_ID = 'bid-panel';

let wanted = '';

/**
 * Focuses an element at once, so that no key press is lost, and again after the next rendering, which may have replaced
 * it. The second focus is skipped if a later call has focused another element.
 */
export function focusOn(id: string): void {
  wanted = id;
  document.getElementById(id)?.focus();
  requestAnimationFrame(() => requestAnimationFrame(() => wanted === id && document.getElementById(id)?.focus()));
}
