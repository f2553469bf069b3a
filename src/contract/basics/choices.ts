/**
 * Values of filters and sort orders in addresses and queries. They are separate from the schemas, so that pages do not
 * need to load the schemas.
 */

/** Sort orders of sell orders. */
export const SELL_ORDER_SORTS = ['newest', 'priceUp', 'priceDown', 'quantity', 'endingSoon'] as const;
export const HOLDING_SORTS = ['newest', 'oldest', 'balance', 'vintage'] as const;
/** Filter of holdings: with a balance, empty, or all. */
export const HOLDINGS_SHOWN = ['held', 'empty', 'all'] as const;
/** Tabs of the admins' list (docs/rules.md#registrations). `New` contains all open registrations. */
export const REGISTRATION_TABS = ['All', 'New', 'Approved', 'Rejected'] as const;
export type RegistrationTab = (typeof REGISTRATION_TABS)[number];
export const HISTORY_ORDERS = ['date', 'quantity', 'price', 'amount'] as const;
/** How something was bought: won in an auction, or by an approved buy order of the marketplace. */
export const PURCHASE_KINDS = ['auction', 'marketplace'] as const;
export const HISTORY_SIDES = ['bought', 'sold'] as const;
/** Why a foreign provider sent the browser back. It is part of the page's address (`?failed=`). */
export const INTERACTION_FAILURES = ['denied', 'refused', 'unreachable'] as const;
export type InteractionFailure = (typeof INTERACTION_FAILURES)[number];
/** The access to an auction: its bidders only, or every active company. */
export const AUCTION_ACCESS = ['private', 'public'] as const;
/** Page sizes that tables offer (docs/rules.md#answers). The bidder list starts with 5. */
export const PAGE_SIZES = [10, 25, 50, 100] as const;
export const PAGE_SIZE_DEFAULT = 10;
