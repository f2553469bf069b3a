import { isSoftExtension } from '#domain/auction/conduct.ts';
import { softEndMs } from '#domain/auction/soft-close.ts';
import { statusAt } from '#domain/auction/status.ts';
import type { ItemId } from '#domain/basics/ids.ts';
import { countsForSoftClose } from '#domain/bidding/counts-for-soft-close.ts';
import { bidAfter, type HistoryLine } from '#domain/bidding/history.ts';
import { isWonAlike, type Ranking } from '#domain/bidding/ranking.ts';
import type { Course } from '#domain/record/course.ts';
import type { Check } from '#domain/record/judge-line.ts';

/** Bids that one bidder placed at one moment: soft close looks at them together, as they were judged. */
type LateBids = {
  readonly first: HistoryLine;
  /** How every item stood before them, and the end that they bring about if that changes. */
  readonly before: ReadonlyMap<ItemId, Ranking>;
  readonly untilMs: number;
  /** Items with a bid among these that counts for soft close. */
  readonly items: Set<ItemId>;
};

/** Follows a course and says where soft close should have moved the end and did not, or did without a reason (rules 3). */
export function watchSoftClose(course: Course): Check {
  let late: LateBids | undefined;
  return (line) => {
    const isExtension = isSoftExtension(line);
    if (late && isTogether(late.first, line)) {
      takeItem(late, course, line);
      return undefined;
    }
    const owedMs = late && isWonOtherwise(late, course.rankings()) ? late.untilMs : undefined;
    late = isBid(line) ? lateBids(course, line) : undefined;
    if (late) takeItem(late, course, line);
    if (owedMs === undefined) return isExtension ? { what: 'movedForNothing' } : undefined;
    const isMoved = isExtension && line.until !== null && Date.parse(line.until) === owedMs;
    return isMoved ? undefined : { what: 'notMoved' };
  };
}

const isBid = ({ kind }: HistoryLine): boolean => kind === 'placed' || kind === 'revised';

const isTogether = (first: HistoryLine, line: HistoryLine): boolean =>
  isBid(line) &&
  line.at === first.at &&
  line.bidderId === first.bidderId &&
  line.by === 'bidder' &&
  first.by === 'bidder';

function lateBids(course: Course, first: HistoryLine): LateBids | undefined {
  const atMs = Date.parse(first.at);
  const times = course.times();
  const untilMs = softEndMs(course.endTerms(), atMs);
  if (untilMs === undefined || statusAt(times, atMs) !== 'live') return undefined;
  return { first, before: course.rankings(), untilMs, items: new Set() };
}

/** Call it before the course takes in the line, while the bid's earlier state is known. */
function takeItem({ items, before }: LateBids, { terms, bids }: Course, line: HistoryLine): void {
  const present = line.bidId === null ? undefined : bids.get(line.bidId);
  const bid = bidAfter(line, present);
  const item = bid && before.get(bid.itemId)?.item;
  if (item && countsForSoftClose(item, terms, present, bid)) items.add(bid.itemId);
}

const isWonOtherwise = ({ items, before }: LateBids, now: ReadonlyMap<ItemId, Ranking>): boolean =>
  [...items].some((itemId) => {
    const [was, is] = [before.get(itemId), now.get(itemId)];
    return was !== undefined && is !== undefined && !isWonAlike(was, is);
  });
