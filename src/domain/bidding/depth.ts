import type { AuctionType } from '#domain/auction/direction.ts';
import type { Bid } from '#domain/bidding/bid.ts';
import { rankBids } from '#domain/bidding/rank.ts';

export type DepthLevel = { readonly priceCents: number; readonly quantity: number; readonly cumulative: number };

/**
 * Returns the price depth: the total quantity of all bids at each price, best price first (docs/rules.md#allocation).
 * Deleted bids do not count.
 */
export function depthOf(bids: readonly Bid[], auctionType: AuctionType): DepthLevel[] {
  const levels: DepthLevel[] = [];
  for (const bid of rankBids(bids, auctionType)) {
    const last = levels.at(-1);
    if (last?.priceCents === bid.priceCents) {
      const quantity = last.quantity + bid.quantity;
      levels[levels.length - 1] = { ...last, quantity, cumulative: last.cumulative + bid.quantity };
    } else {
      const cumulative = (last?.cumulative ?? 0) + bid.quantity;
      levels.push({ priceCents: bid.priceCents, quantity: bid.quantity, cumulative });
    }
  }
  return levels;
}
