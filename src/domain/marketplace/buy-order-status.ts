/**
 * How far a buy order is (docs/rules.md#buy-orders): an admin approves or rejects it; its buyer, or the cancellation of
 * its sell order, cancels it.
 */
export const BUY_ORDER_STATUSES = ['Pending', 'Approved', 'Rejected', 'Cancelled'] as const;
export type BuyOrderStatus = (typeof BUY_ORDER_STATUSES)[number];

export const BUY_ORDER_STEPS = {
  Pending: ['Approved', 'Rejected', 'Cancelled'],
  Approved: [],
  Rejected: [],
  Cancelled: [],
} as const satisfies Record<BuyOrderStatus, readonly BuyOrderStatus[]>;
