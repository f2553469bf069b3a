import { AUCTION_STATUSES, type AuctionStatus } from '#domain/auction/status.ts';
import { listSearch, type ListSearch } from '#web/design/list-search.ts';

/** A list of auctions in the URL. */
export type AuctionListSearch = ListSearch & { status?: AuctionStatus | 'draft'; watched?: true };

export function auctionListSearch(raw: Record<string, unknown>): AuctionListSearch {
  const status = [...AUCTION_STATUSES, 'draft' as const].find((one) => one === raw.status);
  return { ...listSearch(raw), ...(status && { status }), ...(raw.watched === true && { watched: true }) };
}
