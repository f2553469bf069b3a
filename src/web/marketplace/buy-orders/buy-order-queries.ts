import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import {
  BUY_ORDERS_PAGE,
  getBuyOrderAsAdmin,
  getOwnBuyOrder,
  listBuyOrdersAsAdmin,
  listOwnBuyOrders,
} from '#contract/marketplace/buy-order.ts';
import type { BuyOrderStatus } from '#domain/marketplace/buy-order-status.ts';
import { api } from '#web/platform/calls/api.ts';
import { useLiveQueries } from '#web/platform/live/live-queries.ts';
import type { Role } from '#web/platform/session/session.ts';

export type BuyOrderQuery = {
  readonly currentPage: number;
  readonly limit: number;
  readonly search: string;
  readonly status?: BuyOrderStatus;
  readonly sellOrderId?: string;
};

/** Buy orders: an admin's are everyone's, a user's those of its companies. */
export function useBuyOrders(role: Role, query: BuyOrderQuery) {
  useLiveQueries(role, BUY_ORDERS_PAGE, 'buy-orders');
  return useQuery({
    queryKey: ['buy-orders', role, query],
    queryFn: ({ signal }) => api(role === 'admin' ? listBuyOrdersAsAdmin : listOwnBuyOrders, { query, signal }),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });
}

export const ownBuyOrderQuery = (id: string) =>
  queryOptions({
    queryKey: ['buy-orders', 'user', id],
    queryFn: ({ signal }) => api(getOwnBuyOrder, { params: { id }, signal }),
    meta: { silent: true },
  });

export const buyOrderQuery = (id: string) =>
  queryOptions({
    queryKey: ['buy-orders', 'admin', id],
    queryFn: ({ signal }) => api(getBuyOrderAsAdmin, { params: { id }, signal }),
    meta: { silent: true },
  });
