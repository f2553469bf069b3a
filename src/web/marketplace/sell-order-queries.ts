import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { getSellOrderAsUser, listSellOrdersAsUser, MARKETPLACE_PAGE } from '#contract/marketplace/marketplace.ts';
import { getSellOrderAsAdmin, listSellOrdersAsAdmin } from '#contract/marketplace/sell-order.ts';
import { pageQueryOf } from '#web/design/lists/list-search.ts';
import { filterOf, type MarketplaceSearch } from '#web/marketplace/marketplace-search.ts';
import { api } from '#web/platform/calls/api.ts';
import { hintClock } from '#web/platform/clock/clock.ts';
import { useLiveQueries } from '#web/platform/live/live-queries.ts';

/** Open lists hear of changes; where a connection is lost they ask this often. */
const ASK_AGAIN_MS = 30_000;

/** One page of what can be bought. */
export function useOffers(search: MarketplaceSearch) {
  useLiveQueries('user', MARKETPLACE_PAGE, 'sell-orders');
  const query = { ...pageQueryOf(search), ...filterOf(search), ...(search.sort && { sort: search.sort }) };
  const result = useQuery({
    queryKey: ['sell-orders', 'user', query],
    queryFn: ({ signal }) => api(listSellOrdersAsUser, { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ASK_AGAIN_MS,
    meta: { silent: true },
  });
  return { ...result, query };
}

/** One page of all sell orders. */
export function useSellOrders(search: MarketplaceSearch) {
  useLiveQueries('admin', MARKETPLACE_PAGE, 'sell-orders');
  const filter = { ...(search.status && { status: search.status }), ...(search.sort && { sort: search.sort }) };
  const query = { ...pageQueryOf(search), ...filter };
  const result = useQuery({
    queryKey: ['sell-orders', 'admin', query],
    queryFn: ({ signal }) => api(listSellOrdersAsAdmin, { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ASK_AGAIN_MS,
    meta: { silent: true },
  });
  return { ...result, query, filter: { ...filter, search: query.search } };
}

export const offerQuery = (id: string) =>
  queryOptions({
    queryKey: ['sell-order', 'user', id],
    queryFn: async ({ signal }) => {
      const order = await api(getSellOrderAsUser, { params: { id }, signal });
      hintClock(order.now);
      return order;
    },
    meta: { silent: true },
  });

export const sellOrderQuery = (id: string) =>
  queryOptions({
    queryKey: ['sell-order', 'admin', id],
    queryFn: async ({ signal }) => {
      const order = await api(getSellOrderAsAdmin, { params: { id }, signal });
      hintClock(order.now);
      return order;
    },
    meta: { silent: true },
  });

/** One sell order as users see it; what remains changes while one looks. */
export function useOffer(id: string) {
  useLiveQueries('user', MARKETPLACE_PAGE, 'sell-order', id);
  return useQuery(offerQuery(id));
}

export function useSellOrder(id: string) {
  useLiveQueries('admin', MARKETPLACE_PAGE, 'sell-order', id);
  return useQuery(sellOrderQuery(id));
}
