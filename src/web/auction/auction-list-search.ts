import { AUCTION_ACCESS } from '#contract/basics/choices.ts';
import { AUCTION_TYPES, type AuctionType } from '#domain/auction/direction.ts';
import { AUCTION_STATUSES, type AuctionStatus } from '#domain/auction/status.ts';
import { listSearch, type ListSearch } from '#web/design/lists/list-search.ts';
import { productSearch, type ProductSearch } from '#web/design/lists/product-search.ts';
import type { Role } from '#web/platform/session/session.ts';

/** What auctions are filtered by; each filter is in the URL under its own name. */
type AuctionFilter = ProductSearch & {
  auctionType?: AuctionType;
  access?: (typeof AUCTION_ACCESS)[number] | 'rehearsal';
};

/** A list of auctions in the URL. */
export type AuctionListSearch = ListSearch & AuctionFilter & { status?: AuctionStatus | 'draft'; watched?: true };

/** Access that people of a role can ask for: only administrators see rehearsals. */
export const accessChoices = (role: Role) =>
  role === 'admin' ? ([...AUCTION_ACCESS, 'rehearsal'] as const) : AUCTION_ACCESS;

const filtersFor = (role: Role, raw: Record<string, unknown>): AuctionFilter => {
  const auctionType = AUCTION_TYPES.find((one) => one === raw.auctionType);
  const access = accessChoices(role).find((one) => one === raw.access);
  return { ...productSearch(raw), ...(auctionType && { auctionType }), ...(access && { access }) };
};

const searchFor =
  (role: Role) =>
  (raw: Record<string, unknown>): AuctionListSearch => {
    const statuses = role === 'admin' ? [...AUCTION_STATUSES, 'draft' as const] : AUCTION_STATUSES;
    const status = statuses.find((one) => one === raw.status);
    return {
      ...listSearch(raw),
      ...filtersFor(role, raw),
      ...(status && { status }),
      ...(raw.watched === true && { watched: true }),
    };
  };

export const adminAuctionSearch = searchFor('admin');
export const userAuctionSearch = searchFor('user');

/** The filters among what a route has let through already. */
export const filterOf = (search: AuctionListSearch): AuctionFilter => filtersFor('admin', search);
