/** The id of the price field in the bid form. Keys and buttons move the focus to it. */
export const PRICE_FIELD_ID = 'bid-price';
/** The id of the quantity field in the bid form. */
export const QUANTITY_FIELD_ID = 'bid-quantity';
/** Returns the id of the price field of one bid on the entry page. */
export const priceFieldOf = (slotId: string): string => `price-${slotId}`;
/**
 * The id of the bid panel. After a bid was placed, the panel gets the focus, because the button that placed the bid is
 * gone.
 */
export const BID_PANEL_ID = 'bid-panel';

let wanted = '';

/**
 * Focuses an element immediately, so that no key press is lost. Focuses the element again two frames later, because
 * rendering may have replaced it. The second focus is skipped if a later call has asked for another element.
 */
export function focusOn(id: string): void {
  wanted = id;
  document.getElementById(id)?.focus();
  requestAnimationFrame(() => requestAnimationFrame(() => wanted === id && document.getElementById(id)?.focus()));
}
