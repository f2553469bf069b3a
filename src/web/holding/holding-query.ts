import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { QueryOf } from '#contract/basics/route.ts';
import {
  getHoldingAsAdmin,
  getHoldingAsUser,
  listHoldingsAsAdmin,
  listHoldingsAsUser,
  listMovementsAsAdmin,
  listMovementsAsUser,
  totalHoldingsAsAdmin,
  totalHoldingsAsUser,
} from '#contract/holding/holding.ts';
import {
  getRetirementAsAdmin,
  getRetirementAsUser,
  listRetirementsAsAdmin,
  listRetirementsAsUser,
} from '#contract/holding/retirement.ts';
import { api } from '#web/platform/calls/api.ts';
import type { Role } from '#web/platform/session/session.ts';

/** Everything about holdings is asked anew once one of them was retired from. */
export const HOLDINGS_KEY = ['holdings'] as const;

const isSilent = { silent: true } as const;

export const holdingsQuery = (role: Role, query: Partial<QueryOf<typeof listHoldingsAsUser>>) =>
  queryOptions({
    queryKey: [...HOLDINGS_KEY, role, 'list', query],
    queryFn: ({ signal }) => api(role === 'admin' ? listHoldingsAsAdmin : listHoldingsAsUser, { query, signal }),
    placeholderData: keepPreviousData,
    meta: isSilent,
  });

export const totalsQuery = (role: Role, query: Partial<QueryOf<typeof totalHoldingsAsUser>>) =>
  queryOptions({
    queryKey: [...HOLDINGS_KEY, role, 'totals', query],
    queryFn: ({ signal }) => api(role === 'admin' ? totalHoldingsAsAdmin : totalHoldingsAsUser, { query, signal }),
    placeholderData: keepPreviousData,
    meta: isSilent,
  });

export const holdingQuery = (role: Role, id: string) =>
  queryOptions({
    queryKey: [...HOLDINGS_KEY, role, 'one', id],
    queryFn: ({ signal }) => api(role === 'admin' ? getHoldingAsAdmin : getHoldingAsUser, { params: { id }, signal }),
    meta: isSilent,
  });

export const movementsQuery = (role: Role, id: string, query: { currentPage: number; limit: number }) =>
  queryOptions({
    queryKey: [...HOLDINGS_KEY, role, 'movements', id, query],
    queryFn: ({ signal }) =>
      api(role === 'admin' ? listMovementsAsAdmin : listMovementsAsUser, { params: { id }, query, signal }),
    placeholderData: keepPreviousData,
    meta: isSilent,
  });

export const retirementsQuery = (role: Role, query: Partial<QueryOf<typeof listRetirementsAsUser>>) =>
  queryOptions({
    queryKey: [...HOLDINGS_KEY, role, 'retirements', query],
    queryFn: ({ signal }) => api(role === 'admin' ? listRetirementsAsAdmin : listRetirementsAsUser, { query, signal }),
    placeholderData: keepPreviousData,
    meta: isSilent,
  });

/** One never changes. */
export const retirementQuery = (role: Role, id: string) =>
  queryOptions({
    queryKey: ['retirement', role, id],
    queryFn: ({ signal }) =>
      api(role === 'admin' ? getRetirementAsAdmin : getRetirementAsUser, { params: { id }, signal }),
    meta: isSilent,
  });
