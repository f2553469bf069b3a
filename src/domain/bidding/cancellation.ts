import type { Refusal } from '#domain/basics/result.ts';
import type { BidRefusal } from '#domain/bidding/judge-bid.ts';

/**
 * Causes of a cancellation that are no rule about bids: the auction, the item or the bidder is gone, or the item no
 * longer allows partial fulfillment.
 */
export const REMOVAL_CAUSES = ['auction_deleted', 'item_deleted', 'bidder_removed', 'partial_not_offered'] as const;
type RemovalCause = (typeof REMOVAL_CAUSES)[number];

/**
 * Why a change cancelled a sealed bid: one of the causes above, or the rule that the bid no longer meets, with its
 * figures.
 */
export type CancellationCause = Refusal<RemovalCause | BidRefusal>;

/**
 * No change request is applied in the last minutes before the start while sealed bids exist
 * (docs/rules.md#change-requests).
 */
export const LAST_CHANGE_MINUTES = 10;

/** Returns whether it is too late to apply a change request in an auction with sealed bids. */
export const isTooLateForRequest = (nowMs: number, startsAtMs: number): boolean =>
  startsAtMs - nowMs < LAST_CHANGE_MINUTES * 60_000;
