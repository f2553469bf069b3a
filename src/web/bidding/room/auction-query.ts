import { getAuctionAsAdmin, getAuctionAsUser } from '#contract/auction/auction.ts';
import { readTimedQuery } from '#web/platform/calls/read-query.ts';
import type { Role } from '#web/platform/session/session.ts';

/**
 * Reads one auction with its items, as this person may see it. The response also sets this browser's estimate of the
 * server's clock.
 */
export const auctionQuery = (role: Role, id: string) =>
  readTimedQuery(['auction', role, id], role === 'admin' ? getAuctionAsAdmin : getAuctionAsUser, { params: { id } });
