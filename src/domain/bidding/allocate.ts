import type { Bid, BiddingItem } from '#domain/bidding/bid.ts';

/** The fields of a bid that decide how many RECs it takes. */
export type Allocated = Pick<Bid, 'quantity' | 'allowsPartial' | 'minimumAcceptable'>;
type Lot = Pick<BiddingItem, 'quantity' | 'partialFulfillment'>;

/**
 * The RECs that a bid claims on an item. The bid wins nothing, or from `least` to `claim` RECs. If the bid is
 * all-or-nothing, `claim` and `least` are equal. If the bid can never win, `least` is above the item's quantity.
 */
export type Claim = { readonly claim: number; readonly least: number };

/**
 * Returns a bid's claim. On an item without partial fulfillment, only a bid for the item's exact quantity can win
 * (docs/rules.md#allocation).
 */
export function claimOf(item: Lot, bid: Allocated): Claim {
  const { quantity, allowsPartial, minimumAcceptable } = bid;
  if (item.partialFulfillment) return { claim: quantity, least: allowsPartial ? (minimumAcceptable ?? 1) : quantity };
  const claim = quantity === item.quantity ? quantity : Number.POSITIVE_INFINITY;
  return { claim, least: claim };
}

/**
 * Returns the minimum number of RECs that a bid can win, other than 0 (docs/rules.md#lowest-accepted-price). If the
 * item has no partial fulfillment and the bid asks for only a part of the item, the bid can never win, and the result
 * is infinite.
 */
export const fewestOf = (item: Lot, bid: Allocated): number => claimOf(item, bid).least;

/**
 * Returns whether a bid could drop out (docs/rules.md#lowest-accepted-price). This means that one better bid, even for
 * a single REC, may leave fewer RECs than this bid's minimum. Such a bid is on an item with partial fulfillment, and is
 * all-or-nothing or has a minimum above one. All other bids are firm.
 */
export const couldDropOut = (item: Lot, bid: Allocated): boolean => item.partialFulfillment && fewestOf(item, bid) > 1;

/**
 * Returns the number of RECs that a claim wins. `left` is the number of RECs that the bids with better ranks leave
 * (docs/rules.md#allocation). If the claim fits, the bid wins the whole claim. If not, the bid wins the rest. If the
 * rest is below `least`, the bid wins nothing.
 */
export const wonOf = ({ claim, least }: Claim, left: number): number => (left < least ? 0 : Math.min(claim, left));
