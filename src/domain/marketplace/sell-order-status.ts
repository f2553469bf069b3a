/**
 * Statuses of a sell order, computed from the clock and its row (docs/rules.md#sell-orders). It is unpublished until
 * its publish time, sold out while nothing remains, ended from its end date on, and cancelled by an admin.
 */
export const SELL_ORDER_STATUSES = ['unpublished', 'published', 'sold_out', 'ended', 'cancelled'] as const;
export type SellOrderStatus = (typeof SELL_ORDER_STATUSES)[number];

export type SellOrderFacts = {
  /** Null until an admin publishes it or schedules its publication. */
  readonly publishAtMs: number | null;
  /** Null if it is sold until nothing remains. */
  readonly endAtMs: number | null;
  readonly isCancelled: boolean;
  /** RECs that are neither sold nor reserved by an order. */
  readonly remainingQuantity: number;
};

/** Returns the status. A sold-out order stays sold out after its end, unless RECs are returned to it. */
export function statusOfSellOrder(order: SellOrderFacts, nowMs: number): SellOrderStatus {
  if (order.isCancelled) return 'cancelled';
  if (order.publishAtMs === null || nowMs < order.publishAtMs) return 'unpublished';
  if (order.remainingQuantity === 0) return 'sold_out';
  return order.endAtMs !== null && nowMs >= order.endAtMs ? 'ended' : 'published';
}

/**
 * Possible next statuses. Rejected and cancelled buy orders return RECs, so a sold-out order can be published again.
 */
export const SELL_ORDER_STEPS = {
  unpublished: ['published', 'cancelled'],
  published: ['sold_out', 'ended', 'cancelled'],
  sold_out: ['published', 'ended', 'cancelled'],
  ended: [],
  cancelled: [],
} as const satisfies Record<SellOrderStatus, readonly SellOrderStatus[]>;

/** Returns whether it is too late for an admin to change or cancel it. */
export const isOver = (status: SellOrderStatus): boolean => SELL_ORDER_STEPS[status].length === 0;
