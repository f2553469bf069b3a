import { conductStateAt, judgeConduct, judgeEnd, type ConductAction } from '#domain/auction/judge-conduct.ts';
import { isOfOutage } from '#domain/auction/conduct.ts';
import { isEndAfterOutage } from '#domain/auction/outage.ts';
import { isAnswerable, softEndMs } from '#domain/auction/soft-close.ts';
import { statusAt } from '#domain/auction/status.ts';
import { decimalOfCents } from '#domain/basics/price.ts';
import type { Refusal } from '#domain/basics/result.ts';
import type { Bid } from '#domain/bidding/bid.ts';
import { bidAfter, type HistoryKind, type HistoryLine } from '#domain/bidding/history.ts';
import { firstRefusal, judgeBid } from '#domain/bidding/judge-bid.ts';
import { scheduleOf, type Course } from '#domain/record/course.ts';
import type { Found } from '#domain/record/record.ts';

/** The fault of a line; undefined if the line has none. */
type Finding = Found | undefined;

/** A function that checks a line of a record. It is called with each line in order, before the course adds the line. */
export type Check = (line: HistoryLine, hash: string, seq: number) => Finding;

/**
 * Returns a function that checks the next line by the rules that the room applied (docs/rules.md#record). The function
 * compares the line with the course up to the previous line.
 */
export const judgeLineOf =
  (course: Course): Check =>
  (line) => {
    if (line.kind === 'created' && line.seq !== 1) return { what: 'createdTwice' };
    return course.times().closedAtMs === null ? JUDGES[line.kind](course, line) : { what: 'afterClosing' };
  };

const nothing = (): Finding => undefined;

const JUDGES: Record<HistoryKind, (course: Course, line: HistoryLine) => Finding> = {
  created: nothing,
  // There is nothing to check: the head holds the settings and bidders after all changes and registrations.
  changed: nothing,
  placed: judgePlaced,
  revised: judgePlaced,
  withdrawn: judgeDeletion,
  cancelled: judgeDeletion,
  refusedLate: (course, { at }) =>
    statusAt(course.times(), Date.parse(at)) === 'ended' ? undefined : { what: 'refusedInTime' },
  extended: judgeConductOf('extend'),
  paused: judgeConductOf('pause'),
  resumed: judgeConductOf('resume'),
  annulled: judgeConductOf('annul'),
  closed: (course, { at }) =>
    statusAt(course.times(), Date.parse(at)) === 'ended' ? undefined : { what: 'closedEarly' },
};

function judgePlaced(course: Course, line: HistoryLine): Finding {
  const present = line.bidId === null ? undefined : course.bids.get(line.bidId);
  const bid = bidAfter(line, present);
  if (!bid) return { what: 'noFigures' };
  if (line.kind === 'placed' && present) return { what: 'placedTwice' };
  if (line.kind === 'revised' && (!present || present.isDeleted)) return { what: 'revisedNothing' };
  if (present && !isSameOffer(present, bid)) return { what: 'otherOffer' };
  const atMs = Date.parse(line.at);
  if (atMs < course.lastBidAtMs()) return { what: 'backInTime' };
  // Settings and items can change until the start. So bids before the start are judged at the start, by `watchStart`.
  if (atMs < course.times().startsAtMs) return undefined;
  if (course.times().pausedAtMs !== null) return { what: 'whilePaused' };
  if (statusAt(course.times(), atMs) === 'ended') return { what: 'afterEnd' };
  if (course.aliases.get(bid.bidderId) !== line.alias) return { what: 'otherAlias' };
  const isInTime = isAnswerable(course.endTerms(), scheduleOf(course.head), atMs);
  return judgeFigures(course, { bid, present, phase: 'live', isAnswerable: isInTime });
}

const isSameOffer = (present: Bid, bid: Bid): boolean =>
  present.bidderId === bid.bidderId && present.itemId === bid.itemId;

type Offered = {
  readonly bid: Bid;
  readonly present: Bid | undefined;
  readonly phase: 'initial' | 'live';
  readonly isAnswerable: boolean;
};

/**
 * Judges a bid's price and quantities by checks 3 to 6 of docs/rules.md#bid-checks, except the bidder's maximum bid
 * quantity. That maximum is private and therefore not in the record.
 */
function judgeFigures(course: Course, { bid, present, phase, isAnswerable: isInTime }: Offered): Finding {
  const standing = course.standings.get(bid.itemId);
  if (!standing || course.aliases.get(bid.bidderId) === undefined) return { what: 'ofNobody' };
  const { item } = standing;
  if (bid.allowsPartial && !item.partialFulfillment) return { what: 'partNotAllowed' };
  const others = course.ownBids(bid.bidderId).filter(({ bidId }) => bidId !== bid.bidId);
  const verdict = judgeBid(
    { ...bid, price: decimalOfCents(bid.priceCents) },
    {
      phase,
      isAdmin: bid.byAdmin,
      item,
      terms: course.terms,
      maximumQuantity: Number.POSITIVE_INFINITY,
      present,
      otherQuantity: 0,
      otherBidsOnItem: others.filter(({ itemId }) => itemId === bid.itemId),
      market: { ranking: standing.ranking(), isAnswerable: isInTime },
    },
  );
  return verdict.ok ? undefined : refusedBy(firstRefusal(verdict.fields));
}

const refusedBy = (refusal: Refusal | undefined): Finding => refusal && { what: 'refused', refusal };

const isOfChange: ReadonlySet<HistoryKind> = new Set(['changed', 'cancelled']);

/** Returns a function that checks the start: at that time every standing bid must fit the auction's settings. */
export function watchStart(course: Course): Check {
  let isStarted = false;
  return ({ kind, at }) => {
    // A change that began before the start may be recorded just after the start, together with the bids that it
    // cancels.
    if (isStarted || isOfChange.has(kind) || Date.parse(at) < course.times().startsAtMs) return undefined;
    isStarted = true;
    return judgeStart(course);
  };
}

function judgeStart(course: Course): Finding {
  for (const bid of course.bids.values()) {
    const found = bid.isDeleted
      ? undefined
      : judgeFigures(course, { bid, present: undefined, phase: 'initial', isAnswerable: true });
    if (found) return { ...found, what: 'atStart', said: String(bid.seq) };
  }
  return undefined;
}

function judgeDeletion(course: Course, line: HistoryLine): Finding {
  const present = line.bidId === null ? undefined : course.bids.get(line.bidId);
  const bid = bidAfter(line, present);
  if (!present || !bid || present.isDeleted || !isSameOffer(present, bid)) return { what: 'endedNothing' };
  const isSame = present.priceCents === bid.priceCents && present.quantity === bid.quantity;
  if (!isSame) return { what: 'endedOtherFigures' };
  const isLive = Date.parse(line.at) >= course.times().startsAtMs;
  return line.kind === 'withdrawn' && isLive ? { what: 'withdrawnLive' } : undefined;
}

/** Judges a soft-close line. The line must move the end exactly as the rules require (docs/rules.md#soft-close). */
function judgeSoftExtension(course: Course, line: HistoryLine): Finding {
  const untilMs = softEndMs(course.endTerms(), Date.parse(line.at));
  return untilMs === untilMsOf(line) ? undefined : { what: 'softCloseElsewhere' };
}

/**
 * Judges an outage line. Nobody can bid during an outage (decision 47). So the line must move the end by the length of
 * a period without bids, which began before the end and lasted until the line.
 */
function judgeOutage(course: Course, line: HistoryLine): Finding {
  const times = course.times();
  if (times.pausedAtMs !== null) return { what: 'whilePaused' };
  const where = { ...times, lastBidAtMs: course.lastBidAtMs() };
  const isFit = isEndAfterOutage(where, Date.parse(line.at), untilMsOf(line) ?? Number.NaN);
  return isFit ? undefined : { what: 'endElsewhere' };
}

/**
 * Returns a function that judges an administrator's action. The action must be allowed at that time, and the line must
 * hold the end that results from the action.
 */
function judgeConductOf(action: ConductAction) {
  return (course: Course, line: HistoryLine): Finding => {
    if (isOfOutage(line)) return judgeOutage(course, line);
    if (action === 'extend' && line.by === 'system') return judgeSoftExtension(course, line);
    const atMs = Date.parse(line.at);
    const refusal = judgeConduct(action, conductStateAt(course.times(), atMs));
    if (refusal) return refusedBy(refusal);
    const end = judgeEnd(action, course.times(), atMs, line.until);
    if (!end.ok) return refusedBy(end.refused);
    return end.value === untilMsOf(line) ? undefined : { what: 'endElsewhere' };
  };
}

const untilMsOf = ({ until }: HistoryLine): number | null => (until === null ? null : Date.parse(until));
