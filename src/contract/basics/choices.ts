/** What lists are narrowed and ordered by, as addresses and queries say it: without the schemas, which pages needn't load for it. */

/** Orders in which lists of sell orders are read. */
export const SELL_ORDER_SORTS = ['newest', 'priceUp', 'priceDown', 'quantity', 'endingSoon'] as const;
export const HOLDING_SORTS = ['newest', 'oldest', 'balance', 'vintage'] as const;
/** What there is left of it: something, nothing, or whatever. */
export const HOLDINGS_SHOWN = ['held', 'empty', 'all'] as const;
/** Tabs of the admin's list (docs/rules.md#registrations): New holds all that are still open. */
export const REGISTRATION_TABS = ['All', 'New', 'Approved', 'Rejected'] as const;
export type RegistrationTab = (typeof REGISTRATION_TABS)[number];
export const HISTORY_ORDERS = ['date', 'quantity', 'price', 'amount'] as const;
/** Where something was bought: won in an auction, or by an approved buy order of the marketplace. */
export const PURCHASE_KINDS = ['auction', 'marketplace'] as const;
export const HISTORY_SIDES = ['bought', 'sold'] as const;
/** In the page's address (`?failed=`): why a foreign provider, where one signs people in, sent the browser back. */
export const INTERACTION_FAILURES = ['denied', 'refused', 'unreachable'] as const;
export type InteractionFailure = (typeof INTERACTION_FAILURES)[number];
/** Who may see an auction: its bidders, or every active company. */
export const AUCTION_ACCESS = ['private', 'public'] as const;
/** Page sizes that tables offer (docs/rules.md#answers); the bidder list starts with 5. */
export const PAGE_SIZES = [10, 25, 50, 100] as const;
export const PAGE_SIZE_DEFAULT = 10;
