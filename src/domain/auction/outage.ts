import { DURATION_MS_MAX } from '#domain/auction/judge-settings.ts';

/** Conditions under which an outage moves the end of an auction (decision 47). */
export type OutageRule = {
  /** An outage counts only if it overlaps the last minutes of the auction. This is the number of those minutes. */
  readonly lastMinutes: number;
  /** Minimum duration in seconds. Shorter outages do not count, because every process takes a moment to start. */
  readonly secondsMin: number;
  /**
   * Maximum duration in minutes. After a longer outage bidders have left, so administrators decide about the auction.
   */
  readonly minutesMax: number;
};

/** An outage, in ms since 1970: the time from the last heartbeat before it to the first heartbeat after it. */
export type Outage = { readonly fromMs: number; readonly toMs: number };

type OutageContext = {
  readonly startsAtMs: number;
  readonly auctionEndsAtMs: number;
  /**
   * The last time at which the service certainly ran, regardless of its heartbeats: the auction's last bid, or the end
   * of the last outage that extended the auction, whichever is later. 0 if there was neither.
   */
  readonly lastBidAtMs: number;
};

const MINUTE_MS = 60_000;

/**
 * Returns the end after an outage, in ms since 1970. Bidders get as much time as remained when the outage began.
 * Returns undefined if the end does not move.
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
 * Returns whether an outage can explain the new end in a history line. The outage must have lasted until that line. The
 * outage must have begun before the previous end and after the last bid.
 */
export function isEndAfterOutage(where: OutageContext, atMs: number, untilMs: number): boolean {
  const sinceMs = atMs - (untilMs - where.auctionEndsAtMs);
  const isBetween = sinceMs >= Math.max(where.startsAtMs, where.lastBidAtMs) && sinceMs < where.auctionEndsAtMs;
  return isBetween && sinceMs < atMs && untilMs - where.startsAtMs <= DURATION_MS_MAX;
}
