import type { ConductTimes } from '#domain/auction/conduct.ts';
import type { BidId, ItemId } from '#domain/basics/ids.ts';
import type { Bid } from '#domain/bidding/bid.ts';
import { bidAfter } from '#domain/bidding/history.ts';
import { emptyRanking, rankedBids, withBid, withoutBid, type Ranking } from '#domain/bidding/ranking.ts';
import { countWhile } from '#domain/bidding/own-number.ts';
import { standingRows, type StandingRow } from '#domain/bidding/standing.ts';
import { termsOf, timesAfterLine, timesOf } from '#domain/record/course.ts';
import type { AuctionRecord } from '#domain/record/record.ts';

export type Replay = ReturnType<typeof replayOf>;

/** The effect of a line on a bid: the bid before and after the line. */
type Change = { readonly seq: number; readonly before: Bid | undefined; readonly after: Bid };
type ItemCourse = {
  readonly changes: Change[];
  /**
   * The rankings before the changes 0, `KEPT_EVERY`, 2 × `KEPT_EVERY` and so on. Rankings share most of their tree, so
   * each takes little memory.
   */
  readonly kept: Ranking[];
  now: Ranking;
};

/**
 * Number of changes between two kept rankings. At most this number of changes is replayed to show the state after a
 * line.
 */
const KEPT_EVERY = 128;

/**
 * Returns the replay of a verified record. A replay shows the auction's state after any line of the record. `seq` 0 is
 * the state before the first line.
 */
export function replayOf({ head, lines }: AuctionRecord) {
  const terms = termsOf(head);
  const items = new Map(
    head.items.map((item): [ItemId, ItemCourse] => [
      item.itemId,
      { changes: [], kept: [], now: emptyRanking(item, terms) },
    ]),
  );
  const bids = new Map<BidId, Bid>();
  const times = [{ seq: 0, times: timesOf(head) }];
  for (const { line } of lines) {
    const before = line.bidId === null ? undefined : bids.get(line.bidId);
    const after = bidAfter(line, before);
    if (after) {
      bids.set(after.bidId, after);
      take(items.get(after.itemId), { seq: line.seq, before, after });
    }
    const last = times.at(-1)?.times ?? timesOf(head);
    const next = timesAfterLine(last, line);
    if (next !== last) times.push({ seq: line.seq, times: next });
  }
  return {
    rowsAt(seq: number, itemId: ItemId): readonly StandingRow[] {
      const item = items.get(itemId);
      if (!item) return [];
      const ranking = rankingAt(item, countUpTo(item.changes, seq));
      return standingRows(ranking.item, rankedBids(ranking));
    },
    timesAt: (seq: number): ConductTimes => times[countUpTo(times, seq) - 1]?.times ?? timesOf(head),
  };
}

function take(item: ItemCourse | undefined, change: Change): void {
  if (!item) return;
  if (item.changes.length % KEPT_EVERY === 0) item.kept.push(item.now);
  item.changes.push(change);
  item.now = rankingAfter(item.now, change);
}

function rankingAt({ changes, kept, now }: ItemCourse, count: number): Ranking {
  if (count === changes.length) return now;
  const from = Math.floor(count / KEPT_EVERY);
  return changes.slice(from * KEPT_EVERY, count).reduce(rankingAfter, kept[from] ?? now);
}

function rankingAfter(ranking: Ranking, { before, after }: Change): Ranking {
  const without = before?.isDeleted ? ranking : withoutBid(ranking, before);
  return after.isDeleted ? without : withBid(without, after);
}

/** Returns the number of entries with a `seq` up to the given one. The entries must be in ascending order. */
const countUpTo = (all: readonly { readonly seq: number }[], seq: number): number =>
  countWhile(all, (one) => one.seq <= seq);
