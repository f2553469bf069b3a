import { startWalk, stepWalk } from '#domain/bidding/allocate.ts';
import type { Bid, BiddingItem, BiddingTerms } from '#domain/bidding/bid.ts';
import { priceToWin, type PriceToWin } from '#domain/bidding/price-to-win.ts';
import { compareBids } from '#domain/bidding/rank.ts';

/** One line of a standing. `rank` counts from 1; `won` is in RECs (rules 3.2). */
export type StandingRow = { readonly bid: Bid; readonly rank: number; readonly won: number };

/** The ranked, allocated view of one item's bids, kept incrementally: a bid is moved to its place, never re-sorted. */
export type Standing = {
  readonly item: BiddingItem;
  /** Takes a placed, revised or deleted bid in. An older state of the same bid is ignored, so order of arrival doesn't matter. */
  put(bid: Bid): void;
  /** Forgets a bid altogether: undoes a `put` that was never stored. */
  forget(bidId: Bid['bidId']): void;
  ranked(): readonly Bid[];
  rows(): readonly StandingRow[];
  priceToWin(quantity: number, leaveOut?: Bid['bidId']): PriceToWin;
};

export function createStanding(item: BiddingItem, terms: BiddingTerms): Standing {
  const compare = compareBids(terms.auctionType);
  const latest = new Map<Bid['bidId'], Bid>();
  const ranked: Bid[] = [];
  let rows: readonly StandingRow[] | undefined;

  /** Where a bid stands or would stand: the ordering is total, so the place is unique. */
  const placeOf = (bid: Bid): number => {
    let low = 0;
    let high = ranked.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const there = ranked[middle];
      if (there && compare(there, bid) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  };

  return {
    item,
    put(bid) {
      const before = latest.get(bid.bidId);
      if (before && before.seq >= bid.seq) return;
      if (before && !before.isDeleted) ranked.splice(placeOf(before), 1);
      latest.set(bid.bidId, bid);
      if (!bid.isDeleted) ranked.splice(placeOf(bid), 0, bid);
      rows = undefined;
    },
    forget(bidId) {
      const bid = latest.get(bidId);
      if (bid && !bid.isDeleted) ranked.splice(placeOf(bid), 1);
      latest.delete(bidId);
      rows = undefined;
    },
    ranked: () => ranked,
    rows: () => (rows ??= standingRows(item, ranked)),
    priceToWin: (quantity, leaveOut) => priceToWin(item, terms, ranked, quantity, leaveOut),
  };
}

/** Rank and won quantity of bids that are already in rank order. */
export function standingRows(item: BiddingItem, ranked: readonly Bid[]): StandingRow[] {
  let walk = startWalk(item);
  return ranked.map((bid, index) => {
    const step = stepWalk(item, walk, bid);
    walk = step.walk;
    return { bid, rank: index + 1, won: step.won };
  });
}

/** What a bid would get if it were placed now: the answer to "what if" before confirming. */
export function standingWith(
  item: BiddingItem,
  terms: BiddingTerms,
  ranked: readonly Bid[],
  bid: Bid,
): StandingRow | undefined {
  const others = ranked.filter((other) => other.bidId !== bid.bidId);
  const compare = compareBids(terms.auctionType);
  return standingRows(item, [...others, bid].toSorted(compare)).find((row) => row.bid.bidId === bid.bidId);
}
