import type { BidId } from '#domain/basics/ids.ts';
import { claimOf, wonOf } from '#domain/bidding/allocate.ts';
import type { Bid, BiddingItem, BiddingTerms } from '#domain/bidding/bid.ts';
import { priceToWin, type PriceToWin } from '#domain/bidding/price-to-win.ts';
import { emptyRanking, placeOf, rankedBids, withBid, withoutBid, type Ranking } from '#domain/bidding/ranking.ts';

/** One row of a standing. `rank` counts from 1. `won` is in RECs (docs/rules.md#ranking). */
export type StandingRow = { readonly bid: Bid; readonly rank: number; readonly won: number };

export type Standing = ReturnType<typeof createStanding>;

/**
 * Creates the standing of an item: its ranked bids and their won quantities. A change moves one bid to its place; the
 * other bids are not sorted again.
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
     * Adds a placed, revised or deleted bid. If the standing has a newer state of the same bid, the call is ignored. So
     * bids may arrive in any order.
     */
    put(bid: Bid): void {
      const before = latest.get(bid.bidId);
      if (before && before.seq >= bid.seq) return;
      leave(bid.bidId);
      latest.set(bid.bidId, bid);
      if (!bid.isDeleted) ranking = withBid(ranking, bid);
    },
    /** Removes a bid completely. This undoes a `put` if the bid could not be stored. */
    removeBid(bidId: BidId): void {
      leave(bidId);
      latest.delete(bidId);
    },
    /** Returns the current ranking. Later changes of the standing do not modify the returned value. */
    ranking: (): Ranking => ranking,
    rows: (): readonly StandingRow[] => (rows ??= standingRows(item, rankedBids(ranking))),
    /** Returns the row of one bid without computing the other rows; undefined if the bid is unknown or deleted. */
    row(bidId: BidId): StandingRow | undefined {
      const bid = ranked(bidId);
      return bid && { bid, ...placeOf(ranking, bid) };
    },
    priceToWin: (quantity: number, leaveOut?: BidId): PriceToWin =>
      priceToWin(withoutBid(ranking, ranked(leaveOut)), quantity),
  };
}

/**
 * Returns each bid with its rank and won quantity. The bids must be in rank order. The function follows
 * docs/rules.md#allocation step by step.
 */
export function standingRows(item: BiddingItem, ranked: readonly Bid[]): StandingRow[] {
  let left = item.quantity;
  return ranked.map((bid, index) => {
    const won = wonOf(claimOf(item, bid), left);
    left -= won;
    return { bid, rank: index + 1, won };
  });
}
