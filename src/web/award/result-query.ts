import { queryOptions } from '@tanstack/react-query';
import { getResultAsAdmin, getResultAsUser } from '#contract/award/award.ts';
import { getAuctionAsAdmin, getAuctionAsUser } from '#contract/auction/auction.ts';
import { asApiError, type ApiError } from '#web/platform/calls/api-error.ts';
import { readQuery, readTimedQuery } from '#web/platform/calls/read-query.ts';
import type { Role } from '#web/platform/session/session.ts';

const ASK_AGAIN_MS = 1_500;
const RETRIES = 2;

export const isNotReady = (error: ApiError | null | undefined): boolean => error?.code === 'results_not_ready';

/** A result never changes once it stands; until then it is asked for again, so that the page moves on by itself. */
export const resultQuery = (role: Role, id: string) =>
  queryOptions({
    ...readQuery(['result', role, id], role === 'admin' ? getResultAsAdmin : getResultAsUser, { params: { id } }),
    retry: (failures, thrown) => failures < RETRIES && asApiError(thrown).status >= 500,
    refetchInterval: ({ state }) => (state.error && isNotReady(asApiError(state.error)) ? ASK_AGAIN_MS : false),
  });

/** For what there is to say about an auction whose result doesn't stand yet. */
export const auctionOfResultQuery = (role: Role, id: string) =>
  readTimedQuery(['auction', role, id], role === 'admin' ? getAuctionAsAdmin : getAuctionAsUser, { params: { id } });
