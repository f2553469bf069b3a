/** Auction status is computed from the clock alone (rules 3): upcoming < start ≤ live < auction end ≤ ended. */
export const AUCTION_STATUSES = ['upcoming', 'live', 'ended'] as const;
export type AuctionStatus = (typeof AUCTION_STATUSES)[number];

export type AuctionTimes = { readonly startsAtMs: number; readonly auctionEndsAtMs: number };

export function statusAt(times: AuctionTimes, nowMs: number): AuctionStatus {
  if (nowMs >= times.auctionEndsAtMs) return 'ended';
  return nowMs >= times.startsAtMs ? 'live' : 'upcoming';
}

/**
 * Closing happens this long after the end: longer than any in-time bid can still wait in a server's queue
 * (QUEUE_WAIT_MS_MAX, rules 2 and 3.3). Meanwhile the room says that the last bids are counted.
 */
export const QUEUE_WAIT_MS_MAX = 1_000;
export const DRAIN_MS = 2_000;

export const isDrained = (times: AuctionTimes, nowMs: number): boolean => nowMs >= times.auctionEndsAtMs + DRAIN_MS;
