/**
 * Statuses of a sell order, computed from the clock and the stored order (docs/rules.md#sell-orders). The order is
 * unpublished until its publish time. It is sold out if nothing remains, and ended from its end date on. An
 * administrator can cancel it.
 */
export const SELL_ORDER_STATUSES = ['unpublished', 'published', 'sold_out', 'ended', 'cancelled'] as const;
export type SellOrderStatus = (typeof SELL_ORDER_STATUSES)[number];

export type SellOrderFacts = {
  /** Null until an administrator publishes the order or schedules its publication. */
  readonly publishAtMs: number | null;
  /** Null if the order has no end date and is open until no RECs remain. */
  readonly endAtMs: number | null;
  readonly isCancelled: boolean;
  /** RECs that are neither sold nor reserved by a buy order. */
  readonly remainingQuantity: number;
};

/**
 * Returns the status at time `nowMs`. After its end, a sold-out order stays sold out unless RECs are returned to it.
 */
export function statusOfSellOrder(order: SellOrderFacts, nowMs: number): SellOrderStatus {
  if (order.isCancelled) return 'cancelled';
  if (order.publishAtMs === null || nowMs < order.publishAtMs) return 'unpublished';
  if (order.remainingQuantity === 0) return 'sold_out';
  return order.endAtMs !== null && nowMs >= order.endAtMs ? 'ended' : 'published';
}

/**
 * Possible next statuses of each status. Rejected and cancelled buy orders return RECs, so a sold-out order can become
 * published again.
 */
export const SELL_ORDER_STEPS = {
  unpublished: ['published', 'cancelled'],
  published: ['sold_out', 'ended', 'cancelled'],
  sold_out: ['published', 'ended', 'cancelled'],
  ended: [],
  cancelled: [],
} as const satisfies Record<SellOrderStatus, readonly SellOrderStatus[]>;

/** Returns whether the order is over, so that an administrator can neither change nor cancel it. */
export const isOver = (status: SellOrderStatus): boolean => SELL_ORDER_STEPS[status].length === 0;
