import type { BidId } from '#domain/basics/ids.ts';
import { claimOf, wonOf } from '#domain/bidding/allocate.ts';
import type { Bid, BiddingItem, BiddingTerms } from '#domain/bidding/bid.ts';
import { priceToWin, type PriceToWin } from '#domain/bidding/price-to-win.ts';
import { emptyRanking, placeOf, rankedBids, withBid, withoutBid, type Ranking } from '#domain/bidding/ranking.ts';

/** One row of a standing. `rank` counts from 1; `won` is in RECs (docs/rules.md#ranking). */
export type StandingRow = { readonly bid: Bid; readonly rank: number; readonly won: number };

export type Standing = ReturnType<typeof createStanding>;

/**
 * Creates the ranked and allocated view of one item's bids. It is updated incrementally: a bid is moved to its place
 * and nothing is sorted again.
 */
export function createStanding(item: BiddingItem, terms: BiddingTerms) {
  const latest = new Map<BidId, Bid>();
  let ranking = emptyRanking(item, terms);
  let rows: readonly StandingRow[] | undefined;

  const ranked = (bidId: BidId | undefined): Bid | undefined => {
    const bid = bidId === undefined ? undefined : latest.get(bidId);
    return bid?.isDeleted ? undefined : bid;
  };
  const leave = (bidId: BidId): void => {
    ranking = withoutBid(ranking, ranked(bidId));
    rows = undefined;
  };

  return {
    item,
    /**
     * Adds a placed, revised or deleted bid. An older state of the same bid is ignored, so the order of arrival does
     * not matter.
     */
    put(bid: Bid): void {
      const before = latest.get(bid.bidId);
      if (before && before.seq >= bid.seq) return;
      leave(bid.bidId);
      latest.set(bid.bidId, bid);
      if (!bid.isDeleted) ranking = withBid(ranking, bid);
    },
    /** Removes a bid completely, to undo a `put` whose bid was never stored. */
    removeBid(bidId: BidId): void {
      leave(bidId);
      latest.delete(bidId);
    },
    /** Returns the present ranking. Later changes do not modify it. */
    ranking: (): Ranking => ranking,
    rows: (): readonly StandingRow[] => (rows ??= standingRows(item, rankedBids(ranking))),
    /** Returns the row of one bid without computing the others; undefined if the bid is unknown or deleted. */
    row(bidId: BidId): StandingRow | undefined {
      const bid = ranked(bidId);
      return bid && { bid, ...placeOf(ranking, bid) };
    },
    priceToWin: (quantity: number, leaveOut?: BidId): PriceToWin =>
      priceToWin(withoutBid(ranking, ranked(leaveOut)), quantity),
  };
}

/**
 * Returns rank and won quantity of bids that are already in rank order. This is the walk of docs/rules.md#allocation as
 * written there.
 */
export function standingRows(item: BiddingItem, ranked: readonly Bid[]): StandingRow[] {
  let left = item.quantity;
  return ranked.map((bid, index) => {
    const won = wonOf(claimOf(item, bid), left);
    left -= won;
    return { bid, rank: index + 1, won };
  });
}
