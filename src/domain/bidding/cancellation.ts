import type { Refusal } from '#domain/basics/result.ts';
import type { BidRefusal } from '#domain/bidding/judge-bid.ts';

/**
 * Causes of a cancellation other than the bidding rules: the auction, the item or the bidder was removed, the item no
 * longer allows partial fulfillment, or the bidder has not accepted new terms of settlement.
 */
export const REMOVAL_CAUSES = [
  'auction_deleted',
  'item_deleted',
  'bidder_removed',
  'partial_not_offered',
  'settlement_terms_changed',
] as const;
type RemovalCause = (typeof REMOVAL_CAUSES)[number];

/**
 * The reason why a change cancelled a sealed bid: one of `REMOVAL_CAUSES`, or the bidding rule that the bid no longer
 * satisfies, with the rule's parameters.
 */
export type CancellationCause = Refusal<RemovalCause | BidRefusal>;

/**
 * During this number of minutes before the start, change requests are not applied if there are sealed bids
 * (docs/rules.md#change-requests).
 */
export const LAST_CHANGE_MINUTES = 10;

/** Returns whether the start is too near to apply a change request. The caller checks whether there are sealed bids. */
export const isTooLateForRequest = (nowMs: number, startsAtMs: number): boolean =>
  startsAtMs - nowMs < LAST_CHANGE_MINUTES * 60_000;
