import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listAuctionsAsAdmin, listAuctionsAsUser, type ListedAuction } from '#contract/auction/auction.ts';
import { filterOf, type AuctionListSearch } from '#web/auction/auction-list-search.ts';
import { auctionPhaseAt } from '#web/auction/auction-phase.tsx';
import { pageQueryOf } from '#web/design/lists/list-search.ts';
import type { AuctionList } from '#web/paths.ts';
import { api } from '#web/platform/calls/api.ts';
import { nowMs } from '#web/platform/clock/clock.ts';
import { useLiveQueries } from '#web/platform/live/live-queries.ts';
import type { Role } from '#web/platform/session/session.ts';

/** The interval in ms at which prices of live auctions are reloaded. */
const READ_EVERY_MS = 15_000;

/** Reads one page of auctions. The query runs again when the list changes. Rows keep their positions. */
export function useAuctionList(role: Role, list: AuctionList, search: AuctionListSearch) {
  useLiveQueries(role, list, 'auctions');
  const { status } = search;
  const { access, ...filter } = filterOf(search);
  const query = {
    ...pageQueryOf(search),
    show: list,
    ...filter,
    ...(search.watched && { watched: 'true' as const }),
  };
  // Only administrators can ask for drafts and rehearsals (auction-list-search.ts).
  const asAdmin = { ...query, ...(status && { status }), ...(access && { access }) };
  const asUser = {
    ...query,
    ...(status && status !== 'draft' && { status }),
    ...(access && access !== 'rehearsal' && { access }),
  };
  const result = useQuery({
    queryKey: ['auctions', role, asAdmin],
    queryFn: ({ signal }) =>
      role === 'admin'
        ? api(listAuctionsAsAdmin, { query: asAdmin, signal })
        : api(listAuctionsAsUser, { query: asUser, signal }),
    placeholderData: keepPreviousData,
    // The server sends no notification about the list for a bid, so prices are polled.
    refetchInterval: ({ state }) => state.data?.items.some(({ bestPrice }) => bestPrice !== null) && READ_EVERY_MS,
  });
  const rows = useStableRows(JSON.stringify(asAdmin), result.data?.items, result.isPlaceholderData);
  return { ...result, rows, query };
}

/** Returns true if the auction is over by the server's clock, so that it accepts no more bids. */
const hasEnded = (auction: ListedAuction): boolean => {
  const phase = auctionPhaseAt(auction, nowMs());
  return phase === 'ended' || phase === 'closing';
};

/** Returns the rows to show. As long as page and filters are the same, an auction that has ended stays in its place. */
function useStableRows(key: string, items: ListedAuction[] | undefined, isPlaceholder: boolean) {
  const [shown, setShown] = useState({ key, items, rows: items });
  if (isPlaceholder || (shown.items === items && shown.key === key)) return shown.rows;
  const isSameList = shown.key === key && shown.rows !== undefined && items !== undefined;
  const rows = isSameList ? stableRows(shown.rows ?? [], items, hasEnded) : items;
  setShown({ key, items, rows });
  return rows;
}

/**
 * Returns rows in positions that do not change while the user looks at the list. Known rows stay in place with their
 * new data, and new rows come last. If `mayLinger` accepts a row that has left the list, the row stays too, so that an
 * ended auction does not vanish under the pointer. Another page, a search or a return to the page restores the server's
 * order.
 */
export function stableRows<Row extends { id: string }>(
  before: readonly Row[],
  after: readonly Row[],
  mayLinger: (row: Row) => boolean,
): Row[] {
  const fresh = new Map(after.map((row) => [row.id, row]));
  const kept = before.flatMap((row) => {
    const now = fresh.get(row.id);
    return now ? [now] : mayLinger(row) ? [row] : [];
  });
  const known = new Set(before.map((row) => row.id));
  return [...kept, ...after.filter((row) => !known.has(row.id))];
}
