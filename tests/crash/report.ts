import type { LedgerProof } from '#server/ledger/prove-ledger.ts';
import type { AuctionFindings } from './check-auction.ts';
import type { Journal } from './journal.ts';
import type { Kill } from './kill-at-random.ts';
import { reportStrikes } from './report-strikes.ts';
import type { StagedAuction } from './stage.ts';
import type { Uses } from './work-away.ts';
import type { Watched } from './watch-room.ts';

type Outcome = {
  readonly database: string;
  readonly hasStandby?: boolean | undefined;
  readonly seed: number;
  readonly seconds: number;
  readonly weakness?: string | undefined;
  readonly killed: readonly Kill[];
  readonly journal: Journal;
  readonly watched: readonly Watched[];
  /** The auctions, in the same order as the findings about them. */
  readonly entered: readonly StagedAuction[];
  readonly findings: readonly AuctionFindings[];
  readonly ledger: LedgerProof;
  readonly endedAlone: readonly string[];
  readonly uses: Uses | undefined;
  /** The number of messages that were written more than once. */
  readonly toldTwice: number;
};

export type CrashReport = ReturnType<typeof reportOf>;

/** Returns the results as one flat object. The first fields say how much was tried. All later counts must be zero. */
export function reportOf({ journal, findings, ledger, watched, ...run }: Outcome) {
  const sum = (pick: (found: AuctionFindings) => number): number =>
    findings.reduce((total, found) => total + pick(found), 0);
  const requests = (type: string): number => journal.intents.filter(({ outcome }) => outcome.type === type).length;
  return {
    database: run.database,
    ...(run.weakness && { weakness: run.weakness }),
    seed: run.seed,
    seconds: run.seconds,
    kills: run.killed.length,
    killed: countKinds(run.killed),

    acknowledged: journal.acknowledged(),
    refused: requests('refused'),
    unknown: requests('unknown'),
    errors: journal.failures(),
    errorsBy: journal.failuresBy(),
    auctions: findings.length,
    awards: sum(({ awards }) => awards),
    rooms: sum(({ rooms }) => rooms),
    movements: ledger.entries,
    ...(run.uses && { uses: run.uses }),
    connections: watched.reduce((total, { connections }) => total + connections, 0),

    ...(run.hasStandby && reportStrikes({ ...run, journal, findings })),

    lost: sum(({ lost }) => lost),
    duplicated: sum(({ duplicated }) => duplicated),
    reordered: sum(({ reordered }) => reordered),
    torn: sum(({ torn }) => torn),
    refusedButStored: sum(({ refusedButStored }) => refusedButStored),
    unexplained: sum(({ unexplained }) => unexplained),
    late: sum(({ late }) => late),
    otherEnds: sum(({ otherEnd }) => otherEnd),
    gaps: sum(({ gaps }) => gaps),
    chainIntact: findings.every(({ chainIntact }) => chainIntact),
    notClosed: findings.filter(({ isClosed }) => !isClosed).length,
    awardsDiffer: sum(({ awardsDiffer }) => awardsDiffer),
    roomsDiffer: sum(({ roomsDiffer }) => roomsDiffer),
    ledgerWrong: ledger.problems.length,
    repeatsDiffer: journal.repeatsDiffer(),
    toldTwice: run.toldTwice,
    unexpectedRefusals: unexpectedRefusals(journal),
    /** The first lines of the error output of each server that ended although nobody killed it. */
    endedAlone: run.endedAlone.map((complaint) => complaint.trim().split('\n').slice(0, 8).join(' | ')),
  };
}

function countKinds(kills: readonly Kill[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { kind } of kills) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

/** Expected refusals: the bidder was outbid or late, or does not know a bid of its own because it missed the answer. */
const EXPECTED = new Set([
  'auction_has_ended',
  'auction_paused',
  'auction_not_started',
  'maximum_bids_reached',
  'minimum_bid_price_to_win_is',
  'you_cannot_decrease_your_quantity',
  'you_cannot_decrease_your_bid_value',
  'you_cannot_increase_your_minimum',
  'own_bid_displaced',
  'would_lower_the_total',
]);

function unexpectedRefusals({ intents }: Journal): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { outcome } of intents) {
    if (outcome.type === 'refused' && !EXPECTED.has(outcome.code))
      counts[outcome.code] = (counts[outcome.code] ?? 0) + 1;
  }
  return counts;
}

/** Returns the number of failures behind a proxy. No request may fail there while at least one process runs. */
const failedBehindProxy = ({ uses, errors }: CrashReport): number =>
  uses === undefined ? 0 : errors + Object.keys(uses.failed).length;

/** Returns whether nothing was lost, changed or shown incorrectly. */
export const isClean = (report: CrashReport): boolean =>
  report.chainIntact &&
  [
    failedBehindProxy(report),
    'failedLater' in report ? report.failedLater : 0,
    report.lost,
    report.duplicated,
    report.reordered,
    report.torn,
    report.refusedButStored,
    report.unexplained,
    report.late,
    report.otherEnds,
    report.gaps,
    report.notClosed,
    report.awardsDiffer,
    report.roomsDiffer,
    report.ledgerWrong,
    report.repeatsDiffer,
    report.toldTwice,
    report.endedAlone.length,
    Object.keys(report.unexpectedRefusals).length,
  ].every((count) => count === 0);
