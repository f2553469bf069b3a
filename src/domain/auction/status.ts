/**
 * Auction statuses, computed from the clock alone (docs/rules.md#auction-status): upcoming < start ≤ live < end ≤
 * ended.
 */
export const AUCTION_STATUSES = ['upcoming', 'live', 'ended'] as const;
export type AuctionStatus = (typeof AUCTION_STATUSES)[number];

export type AuctionTimes = {
  readonly startsAtMs: number;
  readonly auctionEndsAtMs: number;
  /** The time at which the auction was paused, in ms since 1970; null if the auction is not paused. */
  readonly pausedAtMs: number | null;
};

/**
 * Returns the auction's own clock. While the auction is paused, this clock stays at the time of the pause (decision
 * 15).
 */
const clockOf = (times: AuctionTimes, nowMs: number): number => times.pausedAtMs ?? nowMs;

/** Returns the status at time `nowMs`, in ms since 1970. */
export function statusAt(times: AuctionTimes, nowMs: number): AuctionStatus {
  const atMs = clockOf(times, nowMs);
  if (atMs >= times.auctionEndsAtMs) return 'ended';
  return atMs >= times.startsAtMs ? 'live' : 'upcoming';
}

/**
 * Maximum wait of a bid in a server's queue, in ms. A longer wait counts only up to this maximum (docs/rules.md#time).
 * The exception is `HELD_WAIT_MS_MAX`.
 */
export const QUEUE_WAIT_MS_MAX = 1_000;
/**
 * The closing period in ms after the end (docs/rules.md#closing). The period is longer than `QUEUE_WAIT_MS_MAX`, so
 * that bids received in time are judged before the closing. During the period the room says that the last bids are
 * being counted.
 */
export const CLOSING_PERIOD_MS = 2_000;
/**
 * Maximum wait in ms that counts for a bid if a transaction locked the auction's row for longer than
 * `QUEUE_WAIT_MS_MAX`. In this case the closing waits for such bids, so the closing may come after the closing period.
 * The limit is longer than the time after which the database ends an idle transaction (decision 60).
 */
export const HELD_WAIT_MS_MAX = 20_000;

/** Returns whether the closing period after the auction's end is over. */
export const isClosingPeriodOver = (times: AuctionTimes, nowMs: number): boolean =>
  clockOf(times, nowMs) >= times.auctionEndsAtMs + CLOSING_PERIOD_MS;
