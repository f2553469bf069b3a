import { queryOptions } from '@tanstack/react-query';
import { getAuctionAsAdmin, getAuctionAsUser, type Auction } from '#contract/auction/auction.ts';
import { api } from '#web/platform/calls/api.ts';
import { hintClock } from '#web/platform/clock/clock.ts';
import type { Role } from '#web/platform/session/session.ts';

/** One auction with its items, as this person may see it; its answer also tells the server's time. */
export const auctionQuery = (role: Role, id: string) =>
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
