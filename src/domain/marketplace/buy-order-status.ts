/**
 * Statuses of a buy order (docs/rules.md#buy-orders). An admin approves or rejects it. Its buyer cancels it, or the
 * cancellation of its sell order does.
 */
export const BUY_ORDER_STATUSES = ['Pending', 'Approved', 'Rejected', 'Cancelled'] as const;
export type BuyOrderStatus = (typeof BUY_ORDER_STATUSES)[number];

export const BUY_ORDER_STEPS = {
  Pending: ['Approved', 'Rejected', 'Cancelled'],
  Approved: [],
  Rejected: [],
  Cancelled: [],
} as const satisfies Record<BuyOrderStatus, readonly BuyOrderStatus[]>;
