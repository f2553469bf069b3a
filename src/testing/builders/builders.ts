import type { BidderId, BidId, ItemId } from '#domain/basics/ids.ts';
import type { Bid, BiddingItem, BiddingTerms } from '#domain/bidding/bid.ts';

/**
 * Returns an item for bidding tests. Like all builders of this file, it fills in fields that a test does not need.
 * Prices are in hundredths.
 */
export const anItem = (item: Partial<BiddingItem> = {}): BiddingItem => ({
  itemId: 'item' as ItemId,
  quantity: 100,
  partialFulfillment: true,
  minimumBidPriceCents: 100,
  maximumBidPriceCents: 100_000,
  minQuantity: null,
  maxQuantity: null,
  ...item,
});

export const someTerms = (terms: Partial<BiddingTerms> = {}): BiddingTerms => ({
  rules: 2,
  auctionType: 'Forward',
  tickCents: 10,
  minimumBiddingQuantity: 1,
  ...terms,
});

let lastSeq = 0;

/** Returns a bid. Unless `seq` is given, the bid is later than every bid that was built before it. */
export function aBid(bid: Partial<Bid> = {}): Bid {
  lastSeq += 1;
  const seq = bid.seq ?? lastSeq;
  return {
    bidId: `bid-${seq}` as BidId,
    itemId: 'item' as ItemId,
    bidderId: 'bidder' as BidderId,
    priceCents: 1_000,
    quantity: 10,
    allowsPartial: false,
    minimumAcceptable: null,
    updatedAtMs: seq,
    tieSeq: seq,
    seq,
    isDeleted: false,
    byAdmin: false,
    ...bid,
  };
}
