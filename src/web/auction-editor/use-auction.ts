import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { getAuctionAsAdmin, type Auction } from '#contract/auction.ts';
import { api } from '#web/platform/api.ts';
import { hintClock } from '#web/platform/clock.ts';

/** One auction with its items, as administrators see it. */
export const adminAuctionQuery = (id: string) =>
  queryOptions({
    queryKey: ['auction', 'admin', id],
    queryFn: async ({ signal }): Promise<Auction> => {
      const auction = await api(getAuctionAsAdmin, { params: { id }, signal });
      hintClock(auction.now);
      return auction;
    },
    meta: { silent: true },
  });

/** After a change: everything that shows this auction asks for it anew. */
export function useAuctionChanged(id: string): () => Promise<void> {
  const queryClient = useQueryClient();
  return async () => {
    void queryClient.invalidateQueries({ queryKey: ['auctions'] });
    void queryClient.invalidateQueries({ queryKey: ['bidders', id] });
    void queryClient.invalidateQueries({ queryKey: ['bidder-candidates', id] });
    await queryClient.invalidateQueries({ queryKey: ['auction', 'admin', id] });
  };
}
