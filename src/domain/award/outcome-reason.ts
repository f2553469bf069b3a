import { claimOf, wonOf } from '#domain/bidding/allocate.ts';
import type { Bid, BiddingItem } from '#domain/bidding/bid.ts';

/** The reason for the quantity that a bid won, or for winning nothing. Its texts are phrases (`outcomeReason.…`). */
export type OutcomeReason =
  | { readonly kind: 'whole' | 'nothingLeft' | 'notWholeItem' | 'wholeItemTaken' | 'cancelled' }
  | { readonly kind: 'part' | 'doesNotFit' | 'tooLittleLeft'; readonly left: number };

type Lot = Pick<BiddingItem, 'quantity' | 'partialFulfillment'>;
type Offer = Pick<Bid, 'quantity' | 'allowsPartial' | 'minimumAcceptable' | 'isDeleted'> & { readonly bidId: string };

/**
 * Returns the reason for the quantity that each bid won. The bids must be in rank order, with or without deleted ones.
 * The function goes through the bids in the same way as the allocation (docs/rules.md#allocation).
 */
export function outcomeReasons(lot: Lot, bids: readonly Offer[]): ReadonlyMap<string, OutcomeReason> {
  let left = lot.quantity;
  return new Map(
    bids.map((bid) => {
      if (bid.isDeleted) return [bid.bidId, { kind: 'cancelled' }];
      const before = left;
      const won = wonOf(claimOf(lot, bid), before);
      left -= won;
      return [bid.bidId, reasonOf(lot, { left: before, won, wanted: bid.quantity, allowsPartial: bid.allowsPartial })];
    }),
  );
}

type BidOutcome = {
  readonly left: number;
  readonly won: number;
  readonly wanted: number;
  readonly allowsPartial: boolean;
};

function reasonOf(
  lot: Pick<Lot, 'partialFulfillment'>,
  { left, won, wanted, allowsPartial }: BidOutcome,
): OutcomeReason {
  if (won === wanted) return { kind: 'whole' };
  if (won > 0) return { kind: 'part', left: won };
  if (!lot.partialFulfillment) return { kind: left === 0 ? 'wholeItemTaken' : 'notWholeItem' };
  if (left === 0) return { kind: 'nothingLeft' };
  return { kind: allowsPartial ? 'tooLittleLeft' : 'doesNotFit', left };
}
