import type { Bid, BiddingItem } from '#domain/bidding/bid.ts';

/** The fields of a bid that decide how many RECs it takes. */
export type Allocated = Pick<Bid, 'quantity' | 'allowsPartial' | 'minimumAcceptable'>;
type Lot = Pick<BiddingItem, 'quantity' | 'partialFulfillment'>;

/**
 * The RECs that a bid claims on an item: at most `claim`, and either at least `least` or nothing. Both are equal if the
 * bid takes no part of its quantity. A bid that can never win claims more than the item has.
 */
export type Claim = { readonly claim: number; readonly least: number };

/**
 * Returns a bid's claim. On an item without partial fulfillment, only a bid for exactly its quantity can win
 * (docs/rules.md#allocation).
 */
export function claimOf(item: Lot, bid: Allocated): Claim {
  const { quantity, allowsPartial, minimumAcceptable } = bid;
  if (item.partialFulfillment) return { claim: quantity, least: allowsPartial ? (minimumAcceptable ?? 1) : quantity };
  const claim = quantity === item.quantity ? quantity : Number.POSITIVE_INFINITY;
  return { claim, least: claim };
}

/**
 * Returns the fewest RECs that a bid takes (docs/rules.md#lowest-accepted-price). It is infinite for a bid that can
 * never win, because it is not for the whole quantity of an item without partial fulfillment.
 */
export const fewestOf = (item: Lot, bid: Allocated): number => claimOf(item, bid).least;

/**
 * Returns whether a bid could drop out: a better bid, however small, may leave less than this bid takes
 * (docs/rules.md#lowest-accepted-price). Such a bid is all-or-nothing, or has a minimum above one, on an item with
 * partial fulfillment. Other bids are firm.
 */
export const couldDropOut = (item: Lot, bid: Allocated): boolean => item.partialFulfillment && fewestOf(item, bid) > 1;

/**
 * Returns what a claim wins of the `left` RECs after the bids ranked before it (docs/rules.md#allocation). It wins all
 * of the claim if that fits, else the rest if that is at least `least`, else nothing. The walk down the ranking
 * continues with the remainder and ends at 0.
 */
export const wonOf = ({ claim, least }: Claim, left: number): number => (left < least ? 0 : Math.min(claim, left));
