import type { AuctionType } from '#domain/auction/direction.ts';
import type { BidderId, BidId, ItemId } from '#domain/basics/ids.ts';

/** A bid: the offer of one bidder on one item. A revision changes the same bid (docs/rules.md#bidding). */
export type Bid = {
  readonly bidId: BidId;
  readonly itemId: ItemId;
  readonly bidderId: BidderId;
  readonly priceCents: number;
  readonly quantity: number;
  readonly allowsPartial: boolean;
  /** The minimum number of RECs that the bid accepts; null if it accepts any number or is all-or-nothing. */
  readonly minimumAcceptable: number | null;
  /**
   * Server time of the last change of price or quantity, in ms since 1970. Of bids with equal prices, the bid with the
   * earlier time ranks first (docs/rules.md#ranking).
   */
  readonly updatedAtMs: number;
  /**
   * Number of the history line of the last change of price or quantity. If the times are equal too, the bid with the
   * lower number ranks first.
   */
  readonly tieSeq: number;
  /**
   * Number of the history line that made the bid's current state. If two states of a bid are merged, the state with the
   * higher number wins (docs/rules.md#realtime).
   */
  readonly seq: number;
  readonly isDeleted: boolean;
  /** Whether an administrator entered the current state on the bidder's behalf (docs/rules.md#acting-for-a-bidder). */
  readonly byAdmin: boolean;
};

/**
 * The fields of an item that the bidding rules use. Prices are in minor units, quantities in RECs. A null limit does not
 * apply.
 */
export type BiddingItem = {
  readonly itemId: ItemId;
  readonly quantity: number;
  readonly partialFulfillment: boolean;
  readonly minimumBidPriceCents: number;
  readonly maximumBidPriceCents: number;
  readonly minQuantity: number | null;
  readonly maxQuantity: number | null;
};

/**
 * Version of the bidding rules (decision 55): 1 is release 0.1, 2 is release 0.2. The version of an auction never
 * changes. Its room and its record use this version.
 */
export type BiddingRules = 1 | 2;

/** The fields of an auction that the bidding rules use. */
export type BiddingTerms = {
  readonly rules: BiddingRules;
  readonly auctionType: AuctionType;
  readonly tickCents: number;
  readonly minimumBiddingQuantity: number;
};

/**
 * Returns the minimum quantity of a bid on this item (docs/rules.md#bid-checks). Without partial fulfillment, this is
 * the whole item.
 */
export const smallestQuantity = (item: BiddingItem, terms: Pick<BiddingTerms, 'minimumBiddingQuantity'>): number =>
  item.partialFulfillment
    ? Math.min(item.quantity, Math.max(1, terms.minimumBiddingQuantity, item.minQuantity ?? 1))
    : item.quantity;

/** Returns the maximum quantity of a bid on this item. */
export const largestQuantity = (item: BiddingItem): number =>
  Math.min(item.quantity, item.maxQuantity ?? item.quantity);

/** The price and quantities of a bid. */
export type Offer = Pick<Bid, 'priceCents' | 'quantity' | 'allowsPartial' | 'minimumAcceptable'>;

const LATEST = Number.MAX_SAFE_INTEGER;

/**
 * Returns the bid that an accepted offer would become now. Callers compare this bid with a ranking that does not
 * include `present`, the bid that the offer revises. If price and quantity are unchanged, the bid keeps its place among
 * bids of the same price. Otherwise the bid loses every tie (docs/rules.md#ranking).
 */
export function asPlaced(offer: Offer, present: Bid | undefined): Bid {
  const keepsPlace = present?.priceCents === offer.priceCents && present.quantity === offer.quantity;
  return {
    bidId: present?.bidId ?? ('new' as BidId),
    itemId: present?.itemId ?? ('' as ItemId),
    bidderId: present?.bidderId ?? ('' as BidderId),
    priceCents: offer.priceCents,
    quantity: offer.quantity,
    allowsPartial: offer.allowsPartial,
    minimumAcceptable: offer.minimumAcceptable,
    updatedAtMs: keepsPlace ? present.updatedAtMs : LATEST,
    tieSeq: keepsPlace ? present.tieSeq : LATEST,
    seq: LATEST,
    isDeleted: false,
    byAdmin: false,
  };
}
