import { DURATION_MS_MAX } from '#domain/auction/judge-settings.ts';

/** When a time that nobody served moves the end of an auction (decision 47). */
export type OutageRule = {
  /** It has to reach into so many last minutes of the auction. */
  readonly lastMinutes: number;
  /** Shorter ones don't count: processes take a moment to start. */
  readonly secondsMin: number;
  /** After a longer one nobody is waiting any more: administrators decide what becomes of the auction. */
  readonly minutesMax: number;
};

/** From the last sign of life to the first new one, ms since 1970. */
export type Outage = { readonly fromMs: number; readonly toMs: number };

type Where = {
  readonly startsAtMs: number;
  readonly auctionEndsAtMs: number;
  /**
   * The service was there at the auction's last bid, whatever its signs of life say, and at the end of the last outage that
   * extended it; 0 for neither.
   */
  readonly lastBidAtMs: number;
};

const MINUTE_MS = 60_000;

/** The end after an outage: what was left when it began is left again when it is over. Undefined where it moves nothing. */
export function endAfterOutage(rule: OutageRule, where: Where, { fromMs, toMs }: Outage): number | undefined {
  const { startsAtMs, auctionEndsAtMs } = where;
  const sinceMs = Math.max(fromMs, startsAtMs, where.lastBidAtMs);
  const lostMs = toMs - sinceMs;
  const isAtTheEnd = sinceMs < auctionEndsAtMs && toMs > auctionEndsAtMs - rule.lastMinutes * MINUTE_MS;
  if (!isAtTheEnd || lostMs < rule.secondsMin * 1_000 || lostMs > rule.minutesMax * MINUTE_MS) return undefined;
  const untilMs = auctionEndsAtMs + lostMs;
  return untilMs - startsAtMs > DURATION_MS_MAX ? undefined : untilMs;
}

/** Whether an end that a line moves can follow from an outage: one that lasted until then, and began before the end, after the last bid. */
export function isEndAfterOutage(where: Where, atMs: number, untilMs: number): boolean {
  const sinceMs = atMs - (untilMs - where.auctionEndsAtMs);
  const isBetween = sinceMs >= Math.max(where.startsAtMs, where.lastBidAtMs) && sinceMs < where.auctionEndsAtMs;
  return isBetween && sinceMs < atMs && untilMs - where.startsAtMs <= DURATION_MS_MAX;
}
