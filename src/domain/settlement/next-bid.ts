import { DIRECTIONS, type AuctionType } from '#domain/auction/direction.ts';
import type { BidId } from '#domain/basics/ids.ts';
import { claimOf, wonOf } from '#domain/bidding/allocate.ts';
import type { Bid, BiddingItem } from '#domain/bidding/bid.ts';
import type { StandingRow } from '#domain/bidding/standing.ts';
import type { Settlement } from '#domain/settlement/take-step.ts';

/** The reasons why RECs of a default cannot be offered, or an offer cannot be answered (docs/settlement.md#offers). */
export const OFFER_REFUSALS = [
  'no_next_bid',
  'next_bid_changed',
  'offer_still_open',
  'nothing_to_release',
  'settlement_days_invalid',
] as const;
export const ANSWER_REFUSALS = ['offer_expired', 'offer_already_answered'] as const;

/** States of an offer. The clock expires an offer that has no answer. */
export const OFFER_STATES = ['open', 'accepted', 'declined', 'expired'] as const;
export type OfferState = (typeof OFFER_STATES)[number];

/** The maximum number of business days in which an offer may be answered. */
export const ANSWER_DAYS_MAX = 30;

/** A bid that may get RECs of a default, with its rank and the quantity that it would get. */
export type NextBid = { readonly bid: Bid; readonly rank: number; readonly quantity: number };

type Ranked = {
  readonly item: BiddingItem;
  /** The final ranking of the item with the quantities won at the closing. */
  readonly rows: readonly StandingRow[];
  /** The RECs that can be offered. */
  readonly left: number;
  /** The RECs that bids got or were offered after the closing. */
  readonly wonLater: ReadonlyMap<BidId, number>;
  /** Returns whether an offer to this bid is not allowed, for example because its company is in default, too. */
  readonly isExcluded: (bid: Bid) => boolean;
};

/**
 * Returns the best bid that did not win its whole quantity, with the quantity that it gets of the RECs that are left. The
 * rules are those of the allocation (docs/rules.md#allocation): a bid gets at least its minimum in all, at most its
 * quantity, at its own price within the price limits of the item. Returns undefined if no bid can get any.
 */
export function nextBid({ item, rows, left, wonLater, isExcluded }: Ranked): NextBid | undefined {
  for (const { bid, rank, won } of rows) {
    if (bid.isDeleted || !isWithinLimits(item, bid) || isExcluded(bid)) continue;
    const { claim, least } = claimOf(item, bid);
    const had = won + (wonLater.get(bid.bidId) ?? 0);
    const quantity = wonOf({ claim: claim - had, least: Math.max(1, least - had) }, left);
    if (quantity > 0) return { bid, rank, quantity };
  }
  return undefined;
}

const isWithinLimits = ({ minimumBidPriceCents, maximumBidPriceCents }: BiddingItem, { priceCents }: Bid): boolean =>
  priceCents >= minimumBidPriceCents && priceCents <= maximumBidPriceCents;

/**
 * Returns whether the bidder is in default: the buyer of a forward auction that did not pay, or the seller of a reverse
 * auction that did not deliver. Only then the next bid can take the bidder's place.
 */
export const isBidderInDefault = (
  auctionType: AuctionType,
  { payment, delivery }: Pick<Settlement, 'payment' | 'delivery'>,
): boolean =>
  DIRECTIONS[auctionType].winnerTakes === 'buys'
    ? payment === 'defaulted'
    : delivery === 'failed' || delivery === 'rejected';
