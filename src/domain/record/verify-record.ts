import { isSoftExtension } from '#domain/auction/conduct.ts';
import { softEndMs } from '#domain/auction/soft-close.ts';
import { statusAt } from '#domain/auction/status.ts';
import { awardItem } from '#domain/award/close.ts';
import { inCurrency } from '#domain/basics/currency.ts';
import type { ItemId } from '#domain/basics/ids.ts';
import { textOfCents } from '#domain/basics/price.ts';
import { countsForSoftClose } from '#domain/bidding/counts-for-soft-close.ts';
import { bidAfter, chainHash, FIRST_HASH, type HistoryLine } from '#domain/bidding/history.ts';
import { isWonAlike, type Ranking } from '#domain/bidding/ranking.ts';
import { courseOf, type Course } from '#domain/record/course.ts';
import { recordedAward, type Fault, type AuctionRecord, type RecordedAward } from '#domain/record/record.ts';
import { judgeLineOf, watchStart, type Check } from '#domain/record/judge-line.ts';

const HEAD_LINE = 1;
const lineOfSeq = (seq: number): number => HEAD_LINE + seq;

/**
 * Computes an auction again from its record alone (docs/rules.md#record). It checks every hash, every bid against the
 * standing bids, every rejected late bid, every move of the end, and the awards. Returns the first fault; undefined if
 * the record is correct.
 */
export const verifyRecord = (record: AuctionRecord, sha256: (text: string) => string): Fault | undefined =>
  inCurrency(record.head.currency, () => faultOf(record, sha256));

function faultOf(record: AuctionRecord, sha256: (text: string) => string): Fault | undefined {
  const course = courseOf(record.head);
  const checks = [
    followChain(sha256, record.head.salt ?? null),
    watchSoftClose(course),
    watchStart(course),
    judgeLineOf(course),
  ];
  for (const [index, { line, hash }] of record.lines.entries()) {
    for (const check of checks) {
      const found = check(line, hash, index + 1);
      if (found) return { line: lineOfSeq(index + 1), ...found };
    }
    course.take(line);
  }
  return faultOfEnd(record, course);
}

/**
 * Returns a function that checks the hash chain: lines must be numbered without gaps, and each line must carry the hash
 * of its text and of the previous hash.
 */
function followChain(sha256: (text: string) => string, salt: string | null): Check {
  let hash = FIRST_HASH;
  return (line, stored, seq) => {
    if (line.seq !== seq) return { what: 'otherNumber', said: String(seq) };
    hash = chainHash(hash, line, sha256, salt);
    return hash === stored ? undefined : { what: 'otherHash' };
  };
}

/** Bids that one bidder placed at the same time. Soft close judges them together, as the room did. */
type LateBids = {
  readonly first: HistoryLine;
  /** The ranking of every item before these bids. */
  readonly before: ReadonlyMap<ItemId, Ranking>;
  /** The new end if these bids change the winners of an item, in ms since 1970. */
  readonly untilMs: number;
  /** Items for which one of these bids counts for soft close. */
  readonly items: Set<ItemId>;
};

/**
 * Returns a function that checks soft close (docs/rules.md#soft-close). The function finds two faults: the end did not
 * move although it had to, or the end moved without a reason.
 */
function watchSoftClose(course: Course): Check {
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

/**
 * Adds the item of a bid that counts for soft close. The caller must not have added the line to the course yet, so that
 * the course still has the bid's previous state.
 */
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

/**
 * Judges the end of a record. The history must end with the closing. The actual end must equal the end in the head. The
 * awards must match the final standing.
 */
function faultOfEnd({ head, lines, awards }: AuctionRecord, course: Course): Fault | undefined {
  const { closedAtMs, annulledAtMs, auctionEndsAtMs } = course.times();
  if (closedAtMs === null) return { line: lineOfSeq(lines.length), what: 'notClosed' };
  if (Date.parse(head.auctionEndsAt) !== auctionEndsAtMs) {
    return { line: HEAD_LINE, what: 'otherEnd', said: new Date(auctionEndsAtMs).toISOString() };
  }
  const expected = annulledAtMs === null ? awardsOf(course) : [];
  const told = awards.map(awardText);
  for (const [index, award] of expected.entries()) {
    if (told[index] !== awardText(award))
      return { line: lineOfSeq(lines.length) + index + 1, what: 'otherAward', said: awardWords(award, course) };
  }
  return awards.length > expected.length
    ? { line: lineOfSeq(lines.length) + expected.length + 1, what: 'furtherAward' }
    : undefined;
}

/** Returns the awards of a course: item after item, each in rank order. */
const awardsOf = ({ head, standings }: Course): RecordedAward[] =>
  [...standings].flatMap(([itemId, standing]) =>
    awardItem(standing.rows(), head).map((award) => recordedAward(itemId, award)),
  );

const awardWords = (
  { bidderId, ranking, quantity, priceCents, amount, ...fees }: RecordedAward,
  course: Course,
): string =>
  `#${ranking} ${course.aliases.get(bidderId)}, ${quantity} × ${textOfCents(priceCents)} = ${amount} (${fees.sellerFee}, ${fees.buyerFee})`;

const awardText = (award: RecordedAward): string =>
  JSON.stringify([
    award.itemId,
    award.bidId,
    award.bidderId,
    award.ranking,
    award.quantity,
    award.priceCents,
    award.amount,
    award.sellerFee,
    award.buyerFee,
  ]);
