import type { Refusal } from '#domain/basics/result.ts';
import type { BidRefusal } from '#domain/bidding/judge-bid.ts';

/** What takes a sealed bid's auction, item, bidder or partial fulfillment away, so that no rule about bids speaks of it. */
export const REMOVAL_CAUSES = ['auction_deleted', 'item_deleted', 'bidder_removed', 'partial_not_offered'] as const;
type RemovalCause = (typeof REMOVAL_CAUSES)[number];

/** Why a change cancelled a sealed bid: what is gone, or the rule that the bid no longer meets, with its numbers. */
export type CancellationCause = Refusal<RemovalCause | BidRefusal>;

/** No change request is applied in the last minutes before the start while sealed bids exist (rules 3). */
export const LAST_CHANGE_MINUTES = 10;

/** Tells whether a change request comes too late to be applied, in an auction with sealed bids. */
export const isTooLateForRequest = (nowMs: number, startsAtMs: number): boolean =>
  startsAtMs - nowMs < LAST_CHANGE_MINUTES * 60_000;
