import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getSellOrderAsUser, listSellOrdersAsUser, MARKETPLACE_PAGE } from '#contract/marketplace/marketplace.ts';
import { getSellOrderAsAdmin, listSellOrdersAsAdmin } from '#contract/marketplace/sell-order.ts';
import { pageQueryOf } from '#web/design/lists/list-search.ts';
import { filterOf, type MarketplaceSearch } from '#web/marketplace/marketplace-search.ts';
import { readPageQuery, readTimedQuery } from '#web/platform/calls/read-query.ts';
import { useLiveQueries } from '#web/platform/live/live-queries.ts';

/**
 * The interval in ms at which open lists are polled. Live notifications also update them, but a connection can be lost.
 */
const ASK_AGAIN_MS = 30_000;

/** Reads one page of offers. */
export function useOffers(search: MarketplaceSearch) {
  useLiveQueries('user', MARKETPLACE_PAGE, 'sell-orders');
  const query = { ...pageQueryOf(search), ...filterOf(search), ...(search.sort && { sort: search.sort }) };
  const result = useQuery({
    ...readPageQuery(['sell-orders', 'user', query], listSellOrdersAsUser, { query }),
    refetchInterval: ASK_AGAIN_MS,
  });
  return { ...result, query };
}

/** Reads one page of all sell orders. */
export function useSellOrders(search: MarketplaceSearch) {
  useLiveQueries('admin', MARKETPLACE_PAGE, 'sell-orders');
  const filter = { ...(search.status && { status: search.status }), ...(search.sort && { sort: search.sort }) };
  const query = { ...pageQueryOf(search), ...filter };
  const result = useQuery({
    ...readPageQuery(['sell-orders', 'admin', query], listSellOrdersAsAdmin, { query }),
    refetchInterval: ASK_AGAIN_MS,
  });
  return { ...result, query, filter: { ...filter, search: query.search } };
}

/**
 * Reads one sell order as admins see it. The answer also sets the page's clock, from which the status is calculated.
 */
export const sellOrderQuery = (id: string) =>
  readTimedQuery(['sell-order', 'admin', id], getSellOrderAsAdmin, { params: { id } });

/** Reads one sell order as users see it. The remaining quantity is updated live. */
export function useOffer(id: string) {
  useLiveQueries('user', MARKETPLACE_PAGE, 'sell-order', id);
  return useQuery(readTimedQuery(['sell-order', 'user', id], getSellOrderAsUser, { params: { id } }));
}

/** Reads one sell order as admins see it. Live notifications reload the order, for example after a purchase. */
export function useSellOrder(id: string) {
  useLiveQueries('admin', MARKETPLACE_PAGE, 'sell-order', id);
  return useQuery(sellOrderQuery(id));
}

/** Returns a function that reloads everything that shows sell orders or their buy orders, after a change. */
export function useSellOrderChanged(): () => Promise<void> {
  const queryClient = useQueryClient();
  return async () => {
    void queryClient.invalidateQueries({ queryKey: ['sell-orders'] });
    void queryClient.invalidateQueries({ queryKey: ['buy-orders'] });
    await queryClient.invalidateQueries({ queryKey: ['sell-order'] });
  };
}
