import { BUY_ORDER_STEPS, type BuyOrderStatus } from '#domain/marketplace/buy-order-status.ts';

/** Refuses a step if the buy order is already decided, for example by another administrator at the same time. */
export const judgeBuyOrderStep = (from: BuyOrderStatus, to: BuyOrderStatus): 'buy_order_decided' | undefined =>
  (BUY_ORDER_STEPS[from] as readonly BuyOrderStatus[]).includes(to) ? undefined : 'buy_order_decided';
