import type { BidId } from '#domain/basics/ids.ts';
import { claimOf, wonOf } from '#domain/bidding/allocate.ts';
import type { Bid, BiddingItem, BiddingTerms } from '#domain/bidding/bid.ts';
import { priceToWin, type PriceToWin } from '#domain/bidding/price-to-win.ts';
import { emptyRanking, placeOf, rankedBids, withBid, withoutBid, type Ranking } from '#domain/bidding/ranking.ts';

/** One line of a standing. `rank` counts from 1; `won` is in RECs (docs/rules.md#ranking). */
export type StandingRow = { readonly bid: Bid; readonly rank: number; readonly won: number };

export type Standing = ReturnType<typeof createStanding>;

/** The ranked, allocated view of one item's bids, kept incrementally: a bid is moved to its place, never re-sorted. */
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
    /** Takes a placed, revised or deleted bid in. An older state of the same bid is ignored, so order of arrival doesn't matter. */
    put(bid: Bid): void {
      const before = latest.get(bid.bidId);
      if (before && before.seq >= bid.seq) return;
      leave(bid.bidId);
      latest.set(bid.bidId, bid);
      if (!bid.isDeleted) ranking = withBid(ranking, bid);
    },
    /** Forgets a bid altogether: undoes a `put` that was never stored. */
    forget(bidId: BidId): void {
      leave(bidId);
      latest.delete(bidId);
    },
    /** The ranking as it is now; later changes leave it as it is. */
    ranking: (): Ranking => ranking,
    rows: (): readonly StandingRow[] => (rows ??= standingRows(item, rankedBids(ranking))),
    /** The line of one bid, without making the others; undefined for a bid that is unknown or deleted. */
    row(bidId: BidId): StandingRow | undefined {
      const bid = ranked(bidId);
      return bid && { bid, ...placeOf(ranking, bid) };
    },
    priceToWin: (quantity: number, leaveOut?: BidId): PriceToWin =>
      priceToWin(withoutBid(ranking, ranked(leaveOut)), quantity),
  };
}

/** Rank and won quantity of bids that are already in rank order: the walk of docs/rules.md#allocation, written down. */
export function standingRows(item: BiddingItem, ranked: readonly Bid[]): StandingRow[] {
  let left = item.quantity;
  return ranked.map((bid, index) => {
    const won = wonOf(claimOf(item, bid), left);
    left -= won;
    return { bid, rank: index + 1, won };
  });
}
