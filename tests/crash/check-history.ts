import { chainHash, FIRST_HASH, type HistoryLine } from '#domain/bidding/history.ts';
import { sha256 } from '#server/platform/runtime/sha256.ts';
import type { IntendedBid, Intent } from './journal.ts';

/** One auction as it is stored. */
export type Stored = {
  readonly version: number;
  readonly lastHash: string;
  readonly salt: string | null;
  readonly startsAtMs: number;
  /** The scheduled end. */
  readonly endsAtMs: number;
  /** The current end. */
  readonly auctionEndsAtMs: number;
  readonly lines: readonly { readonly line: HistoryLine; readonly hash: string }[];
  readonly userOfBidder: ReadonlyMap<string, string>;
};

export type HistoryFindings = {
  /** Acknowledged bids that are missing. */
  lost: number;
  /** Acknowledged bids that are stored more than once. */
  duplicated: number;
  /** Acknowledged bids whose number in the history differs from the answer. */
  reordered: number;
  /** Requests that are stored only in part: some of their bids, but not all. */
  torn: number;
  /** Rejected bids that are stored. */
  refusedButStored: number;
  /** Lines of the history that no bidder intended. */
  unexplained: number;
  /** Bids in the history after the end or during a pause, and lines after the closing line. */
  late: number;
  /** 1 if the stored end differs from the end according to the history, or else 0. */
  otherEnd: number;
  /** Line numbers that are missing in the history or above its version. */
  gaps: number;
  chainIntact: boolean;
};

type Line = HistoryLine & { readonly priceCents: number };

/** Compares the answers that bidders got with the stored history. */
export function checkHistory(stored: Stored, told: readonly Intent[]): HistoryFindings {
  const intents = withRealVersions(stored, told);
  const linesOf = Map.groupBy(
    stored.lines.flatMap(({ line }) => (isBid(line) ? [line] : [])),
    ({ priceCents }) => priceCents,
  );
  const findings: HistoryFindings = {
    lost: 0,
    duplicated: 0,
    reordered: 0,
    torn: 0,
    refusedButStored: 0,
    unexplained: 0,
    late: countLate(stored),
    otherEnd: endOf(stored) === stored.auctionEndsAtMs ? 0 : 1,
    gaps: countGaps(stored),
    chainIntact: isChainIntact(stored),
  };
  for (const intent of intents) {
    const found = intent.bids.map((bid) => (linesOf.get(bid.priceCents) ?? []).filter(isOf(stored, intent, bid)));
    for (const { priceCents } of intent.bids) linesOf.delete(priceCents);
    judgeIntent(findings, intent, found);
  }
  for (const lines of linesOf.values()) findings.unexplained += lines.length;
  findings.reordered += countOvertaken(intents);
  return findings;
}

/**
 * Replaces the versions in answers by line numbers of the history. Before the start, an answer gives a line's position
 * only among the bidder's own lines.
 */
function withRealVersions({ lines, startsAtMs, userOfBidder }: Stored, intents: readonly Intent[]): readonly Intent[] {
  const linesOfUser = Map.groupBy(lines, ({ line }) => userOfBidder.get(line.bidderId ?? ''));
  return intents.map((intent) => {
    const { outcome, userId } = intent;
    if (outcome.type !== 'acknowledged' || Date.parse(outcome.receivedAt) >= startsAtMs) return intent;
    const version = linesOfUser.get(userId)?.[outcome.version - 1]?.line.seq ?? 0;
    return { ...intent, outcome: { ...outcome, version } };
  });
}

const isBid = (line: HistoryLine): line is Line =>
  (line.kind === 'placed' || line.kind === 'revised') && line.priceCents !== null;

const isOf =
  ({ userOfBidder }: Stored, { userId }: Intent, bid: IntendedBid) =>
  (line: Line): boolean =>
    userOfBidder.get(line.bidderId ?? '') === userId &&
    line.itemId === bid.itemId &&
    line.quantity === bid.quantity &&
    line.allowsPartial === bid.allowsPartial &&
    line.minimumAcceptable === bid.minimumAcceptable &&
    (bid.bidId === undefined ? line.kind === 'placed' : line.bidId === bid.bidId);

function judgeIntent(findings: HistoryFindings, { outcome }: Intent, found: readonly (readonly Line[])[]): void {
  const there = found.filter((lines) => lines.length > 0).length;
  findings.duplicated += found.filter((lines) => lines.length > 1).length;
  if (outcome.type === 'refused') findings.refusedButStored += there;
  if (outcome.type === 'unknown' && there > 0 && there < found.length) findings.torn += 1;
  if (outcome.type !== 'acknowledged') return;
  findings.lost += found.length - there;
  // The answered version is the number of the request's last line. The request's lines are numbered without gaps.
  const first = outcome.version - found.length + 1;
  findings.reordered += found.filter(([line], index) => line !== undefined && line.seq !== first + index).length;
}

/** Counts requests that were sent after the answer to another request, but come before that request in the history. */
function countOvertaken(intents: readonly Intent[]): number {
  const acknowledged = intents.flatMap(({ sentAtMs, outcome }) =>
    outcome.type === 'acknowledged' ? [{ sentAtMs, answeredAtMs: outcome.atMs, version: outcome.version }] : [],
  );
  let earliestAnswerMs = Number.POSITIVE_INFINITY;
  let overtaken = 0;
  for (const { sentAtMs, answeredAtMs } of acknowledged.toSorted((a, b) => b.version - a.version)) {
    if (sentAtMs > earliestAnswerMs) overtaken += 1;
    earliestAnswerMs = Math.min(earliestAnswerMs, answeredAtMs);
  }
  return overtaken;
}

/** Returns the end of the auction according to the lines. */
const endOf = ({ lines, endsAtMs }: Stored): number => {
  const moved = lines.findLast(({ line }) => line.until !== null);
  return moved ? Date.parse(moved.line.until ?? '') : endsAtMs;
};

function countLate({ lines, ...stored }: Stored): number {
  let { endsAtMs } = stored;
  let isPaused = false;
  let late = 0;
  for (const { line } of lines) {
    if (line.until !== null) endsAtMs = Date.parse(line.until);
    if (line.kind === 'paused' || line.kind === 'resumed') isPaused = line.kind === 'paused';
    if (isBid(line) && (isPaused || Date.parse(line.at) >= endsAtMs)) late += 1;
  }
  const closing = lines.findIndex(({ line }) => line.kind === 'closed');
  return late + (closing === -1 ? 0 : lines.length - 1 - closing);
}

function countGaps({ lines, version }: Stored): number {
  const numbers = new Set(lines.map(({ line }) => line.seq));
  let gaps = 0;
  for (let seq = 1; seq <= version; seq += 1) if (!numbers.has(seq)) gaps += 1;
  return gaps + lines.filter(({ line }) => line.seq > version).length;
}

function isChainIntact({ lines, lastHash, salt }: Stored): boolean {
  let last = FIRST_HASH;
  for (const { line, hash } of lines) {
    last = chainHash(last, line, sha256, salt);
    if (last !== hash) return false;
  }
  return last === lastHash;
}
