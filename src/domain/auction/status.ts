/**
 * Auction status, computed from the clock alone (docs/rules.md#auction-status): upcoming < start ≤ live < auction end ≤
 * ended.
 */
export const AUCTION_STATUSES = ['upcoming', 'live', 'ended'] as const;
export type AuctionStatus = (typeof AUCTION_STATUSES)[number];

export type AuctionTimes = {
  readonly startsAtMs: number;
  readonly auctionEndsAtMs: number;
  /** The time since which the auction is paused, in ms since 1970; null while its clock runs. */
  readonly pausedAtMs: number | null;
};

/** The clock of a paused auction stays at the moment of the pause (decision 15). */
const clockOf = (times: AuctionTimes, nowMs: number): number => times.pausedAtMs ?? nowMs;

/** Returns the status at this time, in ms since 1970. */
export function statusAt(times: AuctionTimes, nowMs: number): AuctionStatus {
  const atMs = clockOf(times, nowMs);
  if (atMs >= times.auctionEndsAtMs) return 'ended';
  return atMs >= times.startsAtMs ? 'live' : 'upcoming';
}

/**
 * Closing happens this long after the end. It is longer than an in-time bid can wait in a server's queue
 * (QUEUE_WAIT_MS_MAX, docs/rules.md#time, docs/rules.md#closing). In this closing period the room says that the last
 * bids are being counted.
 */
export const QUEUE_WAIT_MS_MAX = 1_000;
export const CLOSING_PERIOD_MS = 2_000;
/**
 * Longest wait that counts for a bid if a transaction held the auction's row for longer than QUEUE_WAIT_MS_MAX. The
 * closing waits for such bids. It is longer than the time after which the database ends an idle transaction (decision
 * 60).
 */
export const HELD_WAIT_MS_MAX = 20_000;

/** Returns whether the closing period after the auction's end is over. */
export const isClosingPeriodOver = (times: AuctionTimes, nowMs: number): boolean =>
  clockOf(times, nowMs) >= times.auctionEndsAtMs + CLOSING_PERIOD_MS;
