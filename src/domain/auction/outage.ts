import { DURATION_MS_MAX } from '#domain/auction/judge-settings.ts';

/** Conditions under which an outage moves the end of an auction (decision 47). */
export type OutageRule = {
  /** The outage must overlap the last minutes of the auction, this many. */
  readonly lastMinutes: number;
  /** Shorter outages don't count, because a process takes a moment to start. */
  readonly secondsMin: number;
  /** After a longer outage no bidder is waiting any more, and administrators decide what happens to the auction. */
  readonly minutesMax: number;
};

/** An outage: from the last heartbeat before it to the first heartbeat after it, in ms since 1970. */
export type Outage = { readonly fromMs: number; readonly toMs: number };

type OutageContext = {
  readonly startsAtMs: number;
  readonly auctionEndsAtMs: number;
  /**
   * The later of two times at which the service certainly ran, regardless of its heartbeats: the auction's last bid,
   * and the end of the last outage that extended the auction. 0 if there was neither.
   */
  readonly lastBidAtMs: number;
};

const MINUTE_MS = 60_000;

/**
 * Returns the end after an outage: bidders get back the time that remained when the outage began. Undefined if the end
 * does not move.
 */
export function endAfterOutage(rule: OutageRule, context: OutageContext, { fromMs, toMs }: Outage): number | undefined {
  const { startsAtMs, auctionEndsAtMs } = context;
  const sinceMs = Math.max(fromMs, startsAtMs, context.lastBidAtMs);
  const lostMs = toMs - sinceMs;
  const isAtTheEnd = sinceMs < auctionEndsAtMs && toMs > auctionEndsAtMs - rule.lastMinutes * MINUTE_MS;
  if (!isAtTheEnd || lostMs < rule.secondsMin * 1_000 || lostMs > rule.minutesMax * MINUTE_MS) return undefined;
  const untilMs = auctionEndsAtMs + lostMs;
  return untilMs - startsAtMs > DURATION_MS_MAX ? undefined : untilMs;
}

/**
 * Returns whether an outage can explain a new end in a history line: it lasted until that line, and began before the
 * end and after the last bid.
 */
export function isEndAfterOutage(where: OutageContext, atMs: number, untilMs: number): boolean {
  const sinceMs = atMs - (untilMs - where.auctionEndsAtMs);
  const isBetween = sinceMs >= Math.max(where.startsAtMs, where.lastBidAtMs) && sinceMs < where.auctionEndsAtMs;
  return isBetween && sinceMs < atMs && untilMs - where.startsAtMs <= DURATION_MS_MAX;
}
