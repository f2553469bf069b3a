import { useQueryClient } from '@tanstack/react-query';
import { getAuctionAsAdmin, getAuctionAsUser } from '#contract/auction/auction.ts';
import { getChangeRequest, getOwnChangeRequest } from '#contract/auction/change-request.ts';
import { readQuery, readTimedQuery } from '#web/platform/calls/read-query.ts';
import type { Role } from '#web/platform/session/session.ts';

/** Reads one auction with its items, as an administrator or its owner sees it. */
export const editedAuctionQuery = (role: Role, id: string) =>
  readTimedQuery(['auction', role, id], role === 'admin' ? getAuctionAsAdmin : getAuctionAsUser, { params: { id } });

/** Reads an auction as an admin sees it. */
export const adminAuctionQuery = (id: string) => editedAuctionQuery('admin', id);

/** Reads the newest change request that an auction's owner has made; null if there is none. */
export const changeRequestQuery = (role: Role, id: string) =>
  readQuery(['change-request', role, id], role === 'admin' ? getChangeRequest : getOwnChangeRequest, {
    params: { id },
  });

/** Returns a function to call after a change of an auction. It reloads all data that depends on this auction. */
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
