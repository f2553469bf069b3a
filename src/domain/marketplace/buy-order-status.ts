/**
 * Statuses of a buy order (docs/rules.md#buy-orders). An administrator approves or rejects the order. The buyer can
 * cancel the order. If the sell order is cancelled, the buy order is cancelled too.
 */
export const BUY_ORDER_STATUSES = ['Pending', 'Approved', 'Rejected', 'Cancelled'] as const;
export type BuyOrderStatus = (typeof BUY_ORDER_STATUSES)[number];

export const BUY_ORDER_STEPS = {
  Pending: ['Approved', 'Rejected', 'Cancelled'],
  Approved: [],
  Rejected: [],
  Cancelled: [],
} as const satisfies Record<BuyOrderStatus, readonly BuyOrderStatus[]>;
