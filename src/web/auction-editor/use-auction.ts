import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { getAuctionAsAdmin, getAuctionAsUser, type Auction } from '#contract/auction/auction.ts';
import { getChangeRequest, getOwnChangeRequest, type ChangeRequest } from '#contract/auction/change-request.ts';
import { api } from '#web/platform/calls/api.ts';
import { hintClock } from '#web/platform/clock/clock.ts';
import type { Role } from '#web/platform/session/session.ts';

/** One auction with its items, as administrators or its owner see it. */
export const editedAuctionQuery = (role: Role, id: string) =>
  queryOptions({
    queryKey: ['auction', role, id],
    queryFn: async ({ signal }): Promise<Auction> => {
      const route = role === 'admin' ? getAuctionAsAdmin : getAuctionAsUser;
      const auction = await api(route, { params: { id }, signal });
      hintClock(auction.now);
      return auction;
    },
    meta: { silent: true },
  });

export const adminAuctionQuery = (id: string) => editedAuctionQuery('admin', id);

/** The newest change request of an auction's owner; null where there was none. */
export const changeRequestQuery = (role: Role, id: string) =>
  queryOptions({
    queryKey: ['change-request', role, id],
    queryFn: ({ signal }): Promise<ChangeRequest | null> =>
      api(role === 'admin' ? getChangeRequest : getOwnChangeRequest, { params: { id }, signal }),
    meta: { silent: true },
  });

/** After a change: everything that shows this auction asks for it anew. */
export function useAuctionChanged(id: string): () => Promise<void> {
  const queryClient = useQueryClient();
  return async () => {
    void queryClient.invalidateQueries({ queryKey: ['auctions'] });
    void queryClient.invalidateQueries({ queryKey: ['waiting'] });
    void queryClient.invalidateQueries({ queryKey: ['bidders', id] });
    void queryClient.invalidateQueries({ queryKey: ['bidder-candidates', id] });
    await Promise.all(
      (['admin', 'user'] as const).flatMap((role) => [
        queryClient.invalidateQueries({ queryKey: ['change-request', role, id] }),
        queryClient.invalidateQueries({ queryKey: ['auction', role, id] }),
      ]),
    );
  };
}
