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
import { readPageQuery, readQuery } from '#web/platform/calls/read-query.ts';
import type { Role } from '#web/platform/session/session.ts';

/** The query key of all data about holdings. All of it is refetched after a retirement. */
export const HOLDINGS_KEY = ['holdings'] as const;

/** Reads a page of holdings. */
export const holdingsQuery = (role: Role, query: Partial<QueryOf<typeof listHoldingsAsUser>>) =>
  readPageQuery([...HOLDINGS_KEY, role, 'list', query], role === 'admin' ? listHoldingsAsAdmin : listHoldingsAsUser, {
    query,
  });

/** Reads the totals of the holdings that match the filters. */
export const totalsQuery = (role: Role, query: Partial<QueryOf<typeof totalHoldingsAsUser>>) =>
  readPageQuery(
    [...HOLDINGS_KEY, role, 'totals', query],
    role === 'admin' ? totalHoldingsAsAdmin : totalHoldingsAsUser,
    { query },
  );

/** Reads one holding. */
export const holdingQuery = (role: Role, id: string) =>
  readQuery([...HOLDINGS_KEY, role, 'one', id], role === 'admin' ? getHoldingAsAdmin : getHoldingAsUser, {
    params: { id },
  });

/** Reads a page of the movements of a holding. */
export const movementsQuery = (role: Role, id: string, query: { currentPage: number; limit: number }) =>
  readPageQuery(
    [...HOLDINGS_KEY, role, 'movements', id, query],
    role === 'admin' ? listMovementsAsAdmin : listMovementsAsUser,
    { params: { id }, query },
  );

/** Reads a page of retirements. */
export const retirementsQuery = (role: Role, query: Partial<QueryOf<typeof listRetirementsAsUser>>) =>
  readPageQuery(
    [...HOLDINGS_KEY, role, 'retirements', query],
    role === 'admin' ? listRetirementsAsAdmin : listRetirementsAsUser,
    { query },
  );

/** Reads one retirement. Its key does not start with `HOLDINGS_KEY`, because a retirement never changes. */
export const retirementQuery = (role: Role, id: string) =>
  readQuery(['retirement', role, id], role === 'admin' ? getRetirementAsAdmin : getRetirementAsUser, {
    params: { id },
  });
