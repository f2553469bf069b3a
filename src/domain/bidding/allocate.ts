import type { Bid, BiddingItem } from '#domain/bidding/bid.ts';

/** The fields of a bid that decide how many RECs it takes. */
export type Allocated = Pick<Bid, 'quantity' | 'allowsPartial' | 'minimumAcceptable'>;
type Lot = Pick<BiddingItem, 'quantity' | 'partialFulfillment'>;

/**
 * What a bid asks for on an item, in RECs: `claim` at most, and `least` or nothing. They are equal where it takes no
 * part; a bid that can never win anything asks for more than there is.
 */
export type Claim = { readonly claim: number; readonly least: number };

/** Without partial fulfilment on the item only a bid of exactly its quantity can win (docs/rules.md#allocation). */
export function claimOf(item: Lot, bid: Allocated): Claim {
  const { quantity, allowsPartial, minimumAcceptable } = bid;
  if (item.partialFulfillment) return { claim: quantity, least: allowsPartial ? (minimumAcceptable ?? 1) : quantity };
  const claim = quantity === item.quantity ? quantity : Number.POSITIVE_INFINITY;
  return { claim, least: claim };
}

/**
 * The fewest RECs that a bid takes (docs/rules.md#lowest-accepted-price). Infinite for a bid that can never win: not
 * the whole item where it must be.
 */
export const fewestOf = (item: Lot, bid: Allocated): number => claimOf(item, bid).least;

/**
 * Whether a bid could drop out: a better bid, however small, may leave less than it takes
 * (docs/rules.md#lowest-accepted-price). Such a bid is all-or-nothing, or has a minimum above one, on an item with
 * partial fulfilment. Other bids are firm.
 */
export const couldDropOut = (item: Lot, bid: Allocated): boolean => item.partialFulfillment && fewestOf(item, bid) > 1;

/**
 * What a claim wins of the `left` RECs that the bids ranked before it leave (docs/rules.md#allocation): the whole where
 * that fits, the rest where that is enough for it, else nothing; the walk down the ranking then goes on with what is
 * left, and ends at 0.
 */
export const wonOf = ({ claim, least }: Claim, left: number): number => (left < least ? 0 : Math.min(claim, left));
