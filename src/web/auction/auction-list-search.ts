import { AUCTION_ACCESS } from '#contract/basics/choices.ts';
import { AUCTION_TYPES } from '#domain/auction/direction.ts';
import { AUCTION_STATUSES } from '#domain/auction/status.ts';
import { filteredSearch, readFilters } from '#web/design/lists/list-search.ts';
import { PRODUCT_FILTERS } from '#web/design/lists/product-search.ts';
import type { Role } from '#web/platform/session/session.ts';

/** Returns the kinds of access that a role can filter by. Only administrators see rehearsals. */
export const accessChoices = (role: Role) =>
  role === 'admin' ? ([...AUCTION_ACCESS, 'rehearsal'] as const) : AUCTION_ACCESS;

/** Returns the filters of an auction list. Each filter is a URL parameter of the same name. */
const filtersFor = (role: Role) => ({ ...PRODUCT_FILTERS, auctionType: AUCTION_TYPES, access: accessChoices(role) });

/** Returns the function that reads the list's search parameters for a role. Only admins can filter for drafts. */
const searchFor = (role: Role) =>
  filteredSearch({
    ...filtersFor(role),
    status: role === 'admin' ? ([...AUCTION_STATUSES, 'draft'] as const) : AUCTION_STATUSES,
    watched: (value) => value === true || undefined,
  });

export const adminAuctionSearch = searchFor('admin');
export const userAuctionSearch = searchFor('user');

/** The search parameters of a list of auctions. */
export type AuctionListSearch = ReturnType<typeof adminAuctionSearch>;

/** Returns the filters from the search parameters that a route has accepted. */
export const filterOf = (search: AuctionListSearch) => readFilters(filtersFor('admin'), search);
