import type { BidderId, BidId, ItemId } from '#domain/basics/ids.ts';
import type { Bid } from '#domain/bidding/bid.ts';

/** A bid's figures, as they would stand. */
export type Offer = Pick<Bid, 'priceCents' | 'quantity' | 'allowsPartial' | 'minimumAcceptable'>;

const LATEST = Number.MAX_SAFE_INTEGER;

/**
 * Returns the bid that would stand if an offer were accepted now, for comparison with a ranking without `present`, the
 * bid that it revises. It keeps that bid's place in time if price and quantity stay; else it loses every tie (rules
 * 3.2).
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
