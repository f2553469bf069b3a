import { BUY_ORDER_STEPS, type BuyOrderStatus } from '#domain/marketplace/buy-order-status.ts';

/** Two who decide at once: the second one finds it decided. */
export const judgeBuyOrderStep = (from: BuyOrderStatus, to: BuyOrderStatus): 'buy_order_decided' | undefined =>
  (BUY_ORDER_STEPS[from] as readonly BuyOrderStatus[]).includes(to) ? undefined : 'buy_order_decided';
