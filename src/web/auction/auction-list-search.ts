import { AUCTION_ACCESS } from '#contract/basics/choices.ts';
import { AUCTION_TYPES } from '#domain/auction/direction.ts';
import { AUCTION_STATUSES } from '#domain/auction/status.ts';
import { filteredSearch, readFilters } from '#web/design/lists/list-search.ts';
import { PRODUCT_FILTERS } from '#web/design/lists/product-search.ts';
import type { Role } from '#web/platform/session/session.ts';

/** Access that people of a role can ask for: only administrators see rehearsals. */
export const accessChoices = (role: Role) =>
  role === 'admin' ? ([...AUCTION_ACCESS, 'rehearsal'] as const) : AUCTION_ACCESS;

/** What auctions are filtered by; each filter is in the URL under its own name. */
const filtersFor = (role: Role) => ({ ...PRODUCT_FILTERS, auctionType: AUCTION_TYPES, access: accessChoices(role) });

const searchFor = (role: Role) =>
  filteredSearch({
    ...filtersFor(role),
    status: role === 'admin' ? ([...AUCTION_STATUSES, 'draft'] as const) : AUCTION_STATUSES,
    watched: (value) => value === true || undefined,
  });

export const adminAuctionSearch = searchFor('admin');
export const userAuctionSearch = searchFor('user');

/** A list of auctions in the URL. */
export type AuctionListSearch = ReturnType<typeof adminAuctionSearch>;

/** The filters among what a route has let through already. */
export const filterOf = (search: AuctionListSearch) => readFilters(filtersFor('admin'), search);
