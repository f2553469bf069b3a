/**
 * Auction status is computed from the clock alone (docs/rules.md#auction-status): upcoming < start ≤ live < auction end
 * ≤ ended.
 */
export const AUCTION_STATUSES = ['upcoming', 'live', 'ended'] as const;
export type AuctionStatus = (typeof AUCTION_STATUSES)[number];

export type AuctionTimes = {
  readonly startsAtMs: number;
  readonly auctionEndsAtMs: number;
  /** Since when the auction's clock stands still; null where it runs. */
  readonly pausedAtMs: number | null;
};

/** While an auction is paused, it stays at the moment at which it was (decision 15). */
const clockOf = (times: AuctionTimes, nowMs: number): number => times.pausedAtMs ?? nowMs;

export function statusAt(times: AuctionTimes, nowMs: number): AuctionStatus {
  const atMs = clockOf(times, nowMs);
  if (atMs >= times.auctionEndsAtMs) return 'ended';
  return atMs >= times.startsAtMs ? 'live' : 'upcoming';
}

/**
 * Closing happens this long after the end: longer than any in-time bid can still wait in a server's queue
 * (QUEUE_WAIT_MS_MAX, docs/rules.md#time, docs/rules.md#closing). Meanwhile the room says that the last bids are
 * counted.
 */
export const QUEUE_WAIT_MS_MAX = 1_000;
export const DRAIN_MS = 2_000;
/**
 * The same for a bid that waited because a transaction held the auction's row for longer than QUEUE_WAIT_MS_MAX; the
 * closing waits for such bids. It is longer than the time after which the database ends an idle transaction (decision
 * 60).
 */
export const HELD_WAIT_MS_MAX = 20_000;

export const isDrained = (times: AuctionTimes, nowMs: number): boolean =>
  clockOf(times, nowMs) >= times.auctionEndsAtMs + DRAIN_MS;
