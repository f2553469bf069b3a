import type { Bid, BiddingItem } from '#domain/bidding/bid.ts';

type Allocated = Pick<Bid, 'quantity' | 'allowsPartial'>;
type Lot = Pick<BiddingItem, 'quantity' | 'partialFulfillment'>;

/** A walk over ranked bids: what is left before the next one, and whether anything can still be won. */
export type Walk = { readonly left: number; readonly isOver: boolean };

export const startWalk = (item: Lot): Walk => ({ left: item.quantity, isOver: false });

/**
 * One step of the allocation (rules 3.2): what the next ranked bid wins, and the walk after it.
 * Without partial fulfilment on the item only a bid of exactly its quantity wins. With it, a bid that fits is awarded
 * whole; one that doesn't fit takes the rest and ends the walk if it allows that, else wins nothing and the walk goes on.
 */
export function stepWalk(item: Lot, walk: Walk, bid: Allocated): { won: number; walk: Walk } {
  if (walk.isOver) return { won: 0, walk };
  if (!item.partialFulfillment) {
    return bid.quantity === item.quantity ? { won: item.quantity, walk: { left: 0, isOver: true } } : { won: 0, walk };
  }
  if (bid.quantity <= walk.left) {
    const left = walk.left - bid.quantity;
    return { won: bid.quantity, walk: { left, isOver: left === 0 } };
  }
  return bid.allowsPartial ? { won: walk.left, walk: { left: 0, isOver: true } } : { won: 0, walk };
}
