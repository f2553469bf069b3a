import { useQuery } from '@tanstack/react-query';
import {
  BUY_ORDERS_PAGE,
  getBuyOrderAsAdmin,
  getOwnBuyOrder,
  listBuyOrdersAsAdmin,
  listOwnBuyOrders,
} from '#contract/marketplace/buy-order.ts';
import type { CallInput } from '#web/platform/calls/api.ts';
import { readPageQuery, readQuery } from '#web/platform/calls/read-query.ts';
import { useLiveQueries } from '#web/platform/live/live-queries.ts';
import type { Role } from '#web/platform/session/session.ts';

/** The page, the search and the filters of a list of buy orders. */
type BuyOrderQuery = NonNullable<CallInput<typeof listOwnBuyOrders>['query']>;

/** Reads buy orders: all of them for an admin, those of the user's companies for a user. */
export function useBuyOrders(role: Role, query: BuyOrderQuery) {
  useLiveQueries(role, BUY_ORDERS_PAGE, 'buy-orders');
  const list = role === 'admin' ? listBuyOrdersAsAdmin : listOwnBuyOrders;
  return useQuery(readPageQuery(['buy-orders', role, query], list, { query }));
}

/** Reads a buy order of the user's own company. */
export const ownBuyOrderQuery = (id: string) =>
  readQuery(['buy-orders', 'user', id], getOwnBuyOrder, { params: { id } });

/** Reads a buy order as an admin sees it. */
export const buyOrderQuery = (id: string) =>
  readQuery(['buy-orders', 'admin', id], getBuyOrderAsAdmin, { params: { id } });
