/** Places on the page that keys and buttons lead the focus to. */
export const PRICE_FIELD_ID = 'bid-price';
export const QUANTITY_FIELD_ID = 'bid-quantity';
/** The price of one bid on the entry page. */
export const priceFieldOf = (slotId: string): string => `price-${slotId}`;
/** Focus goes here when a bid was placed, since the button that placed it is gone. */
export const BID_PANEL_ID = 'bid-panel';

let wanted = '';

/**
 * At once, so that no key is lost, and again after the next drawing, which may have brought another field – unless somebody
 * is elsewhere by then.
 */
export function focusOn(id: string): void {
  wanted = id;
  document.getElementById(id)?.focus();
  requestAnimationFrame(() => requestAnimationFrame(() => wanted === id && document.getElementById(id)?.focus()));
}
