/**
 * A sell order's status is computed from the clock and its row (docs/rules.md#sell-orders): unpublished until its
 * publish time, sold out while nothing remains, ended from its end date on, cancelled by an admin.
 */
export const SELL_ORDER_STATUSES = ['unpublished', 'published', 'sold_out', 'ended', 'cancelled'] as const;
export type SellOrderStatus = (typeof SELL_ORDER_STATUSES)[number];

export type SellOrderFacts = {
  /** Null until an admin publishes it, now or for later. */
  readonly publishAtMs: number | null;
  /** Null where it sells until nothing remains. */
  readonly endAtMs: number | null;
  readonly isCancelled: boolean;
  /** What nobody has bought, nor ordered. */
  readonly remainingQuantity: number;
};

/** What is sold out stays so past its end, unless something is given back. */
export function statusOfSellOrder(order: SellOrderFacts, nowMs: number): SellOrderStatus {
  if (order.isCancelled) return 'cancelled';
  if (order.publishAtMs === null || nowMs < order.publishAtMs) return 'unpublished';
  if (order.remainingQuantity === 0) return 'sold_out';
  return order.endAtMs !== null && nowMs >= order.endAtMs ? 'ended' : 'published';
}

/** What can become of each. Rejected and cancelled buy orders give back, so that a sold out one is offered again. */
export const SELL_ORDER_STEPS = {
  unpublished: ['published', 'cancelled'],
  published: ['sold_out', 'ended', 'cancelled'],
  sold_out: ['published', 'ended', 'cancelled'],
  ended: [],
  cancelled: [],
} as const satisfies Record<SellOrderStatus, readonly SellOrderStatus[]>;

/** Whether an admin may still change it, or cancel it. */
export const isOver = (status: SellOrderStatus): boolean => SELL_ORDER_STEPS[status].length === 0;
