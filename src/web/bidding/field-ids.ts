/** Places on the page that keys and buttons lead the focus to. */
export const PRICE_FIELD_ID = 'bid-price';
export const QUANTITY_FIELD_ID = 'bid-quantity';
/** Focus goes here when a bid was placed, since the button that placed it is gone. */
export const BID_PANEL_ID = 'bid-panel';

export const focusOn = (id: string): void => document.getElementById(id)?.focus();
