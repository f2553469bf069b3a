import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { listAuctionsAsAdmin, listAuctionsAsUser, type AuctionSummary } from '#contract/auction.ts';
import type { AuctionListSearch } from '#web/auction/auction-list-search.ts';
import { phaseAt } from '#web/auction/auction-phase.tsx';
import { steadyRows } from '#web/auction/steady-rows.ts';
import { pageQueryOf } from '#web/design/list-search.ts';
import type { AuctionList } from '#web/paths.ts';
import { api } from '#web/platform/api.ts';
import { scatterMs } from '#web/platform/backoff.ts';
import { nowMs } from '#web/platform/clock.ts';
import { useListChanges } from '#web/platform/live.ts';
import type { Role } from '#web/platform/session.ts';

/** Readers of a list ask again within this time after a change, not all in the same instant. */
const SPREAD_MS = 400;

/** One page of auctions, asked for anew whenever the lists changed, with rows that keep their places. */
export function useAuctionList(role: Role, list: AuctionList, search: AuctionListSearch) {
  const queryClient = useQueryClient();
  const changes = useListChanges(role, list);
  const query = { ...pageQueryOf(search), show: list, ...(search.status && { status: search.status }) };
  const result = useQuery({
    queryKey: ['auctions', role, query],
    queryFn: ({ signal }) => api(role === 'admin' ? listAuctionsAsAdmin : listAuctionsAsUser, { query, signal }),
    placeholderData: keepPreviousData,
  });
  useEffect(() => {
    if (changes === 0) return;
    const timer = setTimeout(
      () => void queryClient.invalidateQueries({ queryKey: ['auctions', role] }),
      scatterMs(SPREAD_MS),
    );
    return () => clearTimeout(timer);
  }, [changes, queryClient, role]);
  const rows = useSteady(JSON.stringify(query), result.data?.items, result.isPlaceholderData);
  return { ...result, rows, query };
}

const mayLinger = (auction: AuctionSummary): boolean => {
  const phase = phaseAt(auction, nowMs());
  return phase === 'ended' || phase === 'counting';
};

function useSteady(key: string, items: AuctionSummary[] | undefined, isPlaceholder: boolean) {
  const [shown, setShown] = useState({ key, items, rows: items });
  if (isPlaceholder || (shown.items === items && shown.key === key)) return shown.rows;
  const isSameList = shown.key === key && shown.rows !== undefined && items !== undefined;
  const rows = isSameList ? steadyRows(shown.rows ?? [], items, mayLinger) : items;
  setShown({ key, items, rows });
  return rows;
}
