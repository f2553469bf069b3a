import { couldDropOut } from '#domain/bidding/allocate.ts';
import type { Bid } from '#domain/bidding/bid.ts';
import { compareBids } from '#domain/bidding/rank.ts';
import { placeOf, rankedBids, wonAtBest, type Ranking } from '#domain/bidding/ranking.ts';
import { standingRows } from '#domain/bidding/standing.ts';

/**
 * Other bids that win ahead of a bid but could drop out, and the quantity that the bid would win without them
 * (docs/rules.md#lowest-accepted-price).
 */
export type Backup = {
  readonly won: number;
  /** The best of these other bids. `more` is the number of the rest. */
  readonly first: Bid;
  readonly more: number;
};

/**
 * Returns the bids that could drop out ahead of `bid`. Undefined if `bid` would win the same quantity without these
 * bids. `others` is the ranking without `bid`.
 */
export function backupOf(others: Ranking, bid: Bid): Backup | undefined {
  const won = wonAtBest(others, bid);
  if (won <= placeOf(others, bid).won) return undefined;
  const { item, terms } = others;
  const compare = compareBids(terms.auctionType);
  const [first, ...more] = standingRows(item, rankedBids(others)).filter(
    (row) => row.won > 0 && couldDropOut(item, row.bid) && compare(row.bid, bid) < 0,
  );
  return first && { won, first: first.bid, more: more.length };
}

/** Returns true if both backups have the same content. */
export const isSameBackup = (one: Backup | undefined, other: Backup | undefined): boolean =>
  one?.won === other?.won && one?.first === other?.first && one?.more === other?.more;
