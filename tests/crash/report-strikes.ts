import { CLOSING_PERIOD_MS } from '#domain/auction/status.ts';
import type { AuctionFindings } from './check-auction.ts';
import type { Intent, Journal } from './journal.ts';
import type { Kill } from './kill-at-random.ts';
import type { StagedAuction } from './stage.ts';

/** The time in ms within which bids should be acknowledged again. Strikes without an entry take the time of a machine. */
const GOAL_MS: Readonly<Record<string, number>> = {
  machine: 3_000,
  silent: 15_000,
  switchover: 15_000,
  restart: 5_000,
};

type StrikesOutcome = {
  readonly killed: readonly Kill[];
  readonly journal: Journal;
  /** The auctions, in the same order as the findings about them. */
  readonly entered: readonly StagedAuction[];
  readonly findings: readonly AuctionFindings[];
};

export type StrikeReport = ReturnType<typeof reportStrike>;

/**
 * Reports each strike, the median time without an acknowledged bid by kind, and the number of strikes that took longer
 * than the goal.
 */
export function reportStrikes(outcome: StrikesOutcome) {
  const strikes = outcome.killed.map((_, index) => reportStrike(outcome, index));
  const byKind = Map.groupBy(strikes, ({ kind }) => kind);
  return {
    strikes,
    medianAwayMs: Object.fromEntries([...byKind].map(([kind, found]) => [kind, median(found)])),
    failedLater: strikes.reduce((sum, { failedLater = 0 }) => sum + failedLater, 0),
    overGoal: strikes.filter(({ kind, awayMs }) => (awayMs ?? Infinity) > (GOAL_MS[kind] ?? 3_000)).length,
  };
}

/**
 * Reports one strike. The counts are those of the auctions that were open between it and the next strike, so an auction
 * may count for two strikes.
 */
function reportStrike({ killed, journal, entered, findings }: StrikesOutcome, index: number) {
  const { kind = 'machine', atMs = 0, overMs = 0 } = killed[index] ?? {};
  const untilMs = killed[index + 1]?.atMs ?? Infinity;
  const touched = entered.flatMap(({ auctionId, startsAtMs, endsAtMs }, at) =>
    startsAtMs < untilMs && endsAtMs + CLOSING_PERIOD_MS > atMs ? [{ auctionId, found: findings[at] }] : [],
  );
  const ids = new Set<string>(touched.map(({ auctionId }) => auctionId));
  const sum = (pick: (found: AuctionFindings) => number): number =>
    touched.reduce((total, { found }) => total + (found ? pick(found) : 0), 0);
  return {
    kind,
    awayMs: awayTime(journal.intents, atMs, untilMs),
    // A switchover is over 15 s after the database's name is right again.
    ...(kind === 'switchover' && { failedLater: journal.failuresBetween(overMs, untilMs) }),
    acknowledged: journal.intents
      .filter(({ auctionId, outcome }) => ids.has(auctionId) && outcome.type === 'acknowledged')
      .reduce((total, { bids }) => total + bids.length, 0),
    lost: sum(({ lost }) => lost),
    duplicated: sum(({ duplicated }) => duplicated),
    reordered: sum(({ reordered }) => reordered),
    roomsDiffer: sum(({ roomsDiffer }) => roomsDiffer),
  };
}

/** Returns the longest time without an acknowledged bid that ended before the next strike, or null if none ended. */
function awayTime(intents: readonly Intent[], atMs: number, untilMs: number): number | null {
  const times = intents.flatMap(({ outcome }) =>
    outcome.type === 'acknowledged' ? [performance.timeOrigin + outcome.atMs] : [],
  );
  const acknowledged = times.toSorted((a, b) => a - b);
  const gaps = acknowledged.slice(1).flatMap((next, at) => {
    const before = acknowledged[at] ?? next;
    return next > atMs && next <= untilMs ? [next - before] : [];
  });
  return gaps.length === 0 ? null : Math.round(Math.max(...gaps));
}

function median(strikes: readonly StrikeReport[]): number | null {
  const sorted = strikes.map(({ awayMs }) => awayMs ?? Infinity).toSorted((a, b) => a - b);
  const middle = sorted[Math.floor(sorted.length / 2)] ?? Infinity;
  return Number.isFinite(middle) ? middle : null;
}
