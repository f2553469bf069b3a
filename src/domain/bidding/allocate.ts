import type { Bid, BiddingItem } from '#domain/bidding/bid.ts';

type Allocated = Pick<Bid, 'quantity' | 'allowsPartial'>;
type Lot = Pick<BiddingItem, 'quantity' | 'partialFulfillment'>;

/**
 * What a bid asks for on an item. `claim` is in RECs and must fit in what is left; a bid that can never win anything
 * claims more than there is. `takesRest` where it takes what is left instead.
 */
export type Claim = { readonly claim: number; readonly takesRest: boolean };

/** Without partial fulfilment on the item only a bid of exactly its quantity can win (rules 3.2). */
export const claimOf = (item: Lot, bid: Allocated): Claim =>
  item.partialFulfillment
    ? { claim: bid.quantity, takesRest: bid.allowsPartial }
    : { claim: bid.quantity === item.quantity ? bid.quantity : Number.POSITIVE_INFINITY, takesRest: false };

/**
 * What a claim wins of the `left` RECs that the bids ranked before it leave (rules 3.2): the whole where that fits, the
 * rest where it takes that, else nothing; the walk down the ranking then goes on with what is left, and ends at 0.
 */
export function wonOf({ claim, takesRest }: Claim, left: number): number {
  if (claim <= left) return claim;
  return takesRest ? left : 0;
}
