import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { listOwnBids, type RoomBid } from '#contract/bidding/bidding.ts';
import { asApiError, type ApiError } from '#web/platform/calls/api-error.ts';
import { api } from '#web/platform/calls/api.ts';
import { auctionQuery } from '#web/bidding/room/auction-query.ts';

const AGAIN_MS = 15_000;

export type OwnBids = {
  /** Undefined while they load for the first time. */
  readonly own: readonly RoomBid[] | undefined;
  readonly error: ApiError | undefined;
  readonly reload: () => void;
  /** Takes in bids of an answer, which is newer than the next reading. */
  readonly take: (bids: readonly RoomBid[]) => void;
};

/** The caller's standing bids, outside of the room. */
export function useOwnBids(auctionId: string): OwnBids {
  const queryClient = useQueryClient();
  const query = useQuery({
    queryKey: ['own-bids', auctionId],
    queryFn: ({ signal }) => api(listOwnBids, { params: { id: auctionId }, signal }),
    refetchInterval: AGAIN_MS,
    meta: { silent: true },
  });
  const take = useCallback(
    (bids: readonly RoomBid[]) => {
      const key = ['own-bids', auctionId];
      const own = withAnswered(queryClient.getQueryData<readonly RoomBid[]>(key) ?? [], bids);
      void queryClient.cancelQueries({ queryKey: key });
      queryClient.setQueryData(key, own);
      // Having a bid or none decides which screen is shown.
      queryClient.setQueryData(auctionQuery('user', auctionId).queryKey, (auction) =>
        auction?.own ? { ...auction, own: { ...auction.own, hasBid: own.length > 0 } } : auction,
      );
    },
    [auctionId, queryClient],
  );
  return {
    own: query.data,
    error: query.error && !query.data ? asApiError(query.error) : undefined,
    reload: () => void query.refetch(),
    take,
  };
}

export const withAnswered = (own: readonly RoomBid[], answered: readonly RoomBid[]): readonly RoomBid[] => [
  ...own.filter((bid) => !answered.some((other) => other.bidId === bid.bidId)),
  ...answered.filter((bid) => !bid.isDeleted),
];
