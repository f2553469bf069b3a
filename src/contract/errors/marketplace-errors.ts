import { conflict, refusal, type ErrorEntry } from '#contract/errors/error-entry.ts';
import type { BuyQuantityRefusal } from '#domain/marketplace/judge-buy-order.ts';
import type { SellOrderItemRefusal } from '#domain/marketplace/judge-sell-order-item.ts';
import type { SellOrderRefusal } from '#domain/marketplace/judge-sell-order.ts';

/** What only the marketplace refuses; rules that it has in common with auctions stand in `errors.ts`. */
export const MARKETPLACE_ERRORS = {
  sell_order_not_available: conflict,
  sell_order_has_no_items: conflict,
  sell_order_published: conflict,
  sell_order_over: conflict,
  end_before_publishing: refusal,
  minimum_above_total: conflict,
  item_in_buy_orders: refusal,
  below_ordered_quantity: refusal,
  total_out_of_range: refusal,
  holding_unknown: refusal,
  remaining_quantity_is: refusal,
  buyer_is_seller: conflict,
  buyer_related_to_seller: conflict,
  buyer_not_listed: conflict,
  review_changed: conflict,
  buy_order_decided: conflict,
  buy_order_not_approved: conflict,
} as const satisfies Record<string, ErrorEntry>;

export type MarketplaceError =
  | keyof typeof MARKETPLACE_ERRORS
  | SellOrderRefusal
  | SellOrderItemRefusal
  | BuyQuantityRefusal;
