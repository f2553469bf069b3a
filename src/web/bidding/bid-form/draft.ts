import type { BidInput } from '#contract/bidding/bidding.ts';
import { centsOfDecimal, textOfCents } from '#domain/basics/price.ts';
import { largestQuantity, smallestQuantity, type Bid } from '#domain/bidding/bid.ts';
import type { ProposedBid } from '#domain/bidding/judge-bid.ts';
import { numberOfText, textOfNumber } from '#web/design/fields/number-text.ts';
import type { RoomItem, RoomSetting } from '#web/bidding/room/room-setting.ts';

/** A bid while it is typed. `bidId` names the standing bid that it revises. */
export type Draft = {
  readonly bidId: string | undefined;
  readonly price: string;
  readonly quantity: string;
  readonly allowsPartial: boolean;
  /** Empty if the bid accepts any number of RECs. */
  readonly minimumAcceptable: string;
};

/**
 * Returns an empty draft. The quantity is filled in if it is fixed: an item without partial fulfillment is bid for as a
 * whole (docs/rules.md#items).
 */
export const newDraft = ({ item, bidding }: RoomItem): Draft => ({
  bidId: undefined,
  price: '',
  quantity: item.disableQuantity ? textOfNumber(bidding.quantity) : '',
  allowsPartial: bidding.partialFulfillment,
  minimumAcceptable: '',
});

/** Returns a draft with the values of a bid. */
export const draftOfBid = (bid: Bid): Draft => ({
  bidId: bid.bidId,
  price: textOfCents(bid.priceCents),
  quantity: textOfNumber(bid.quantity),
  allowsPartial: bid.allowsPartial,
  minimumAcceptable: bid.minimumAcceptable === null ? '' : textOfNumber(bid.minimumAcceptable),
});

/** Returns a draft in the shape that the rules take. Empty text becomes null, other text that is no number NaN. */
export const proposedOf = (draft: Draft): ProposedBid => ({
  price: numberOfText(draft.price),
  quantity: numberOfText(draft.quantity),
  allowsPartial: draft.allowsPartial,
  minimumAcceptable: draft.allowsPartial ? numberOfText(draft.minimumAcceptable) : null,
});

/** Returns the typed price in hundredths; undefined if the text is no price. */
export const priceOf = (draft: Draft): number | undefined => centsOfDecimal(numberOfText(draft.price) ?? Number.NaN);

/** Returns the typed quantity in RECs; undefined unless it is a positive whole number. */
export function quantityOf(draft: Draft): number | undefined {
  const quantity = numberOfText(draft.quantity);
  return quantity !== null && Number.isInteger(quantity) && quantity > 0 ? quantity : undefined;
}

/** Returns the draft with another price, in cents. */
export const withPrice = (draft: Draft, priceCents: number): Draft => ({ ...draft, price: textOfCents(priceCents) });

/** Returns true if nothing that could be placed was typed. The entry page does not send such rows. */
export const isBlank = (draft: Draft, { item }: RoomItem): boolean =>
  draft.bidId === undefined && draft.price.trim() === '' && (item.disableQuantity || draft.quantity.trim() === '');

/** Returns true if sending the draft would not change the bid. */
export const isSameAsBid = (draft: Draft, bid: Bid): boolean =>
  priceOf(draft) === bid.priceCents &&
  quantityOf(draft) === bid.quantity &&
  draft.allowsPartial === bid.allowsPartial &&
  proposedOf(draft).minimumAcceptable === bid.minimumAcceptable;

/** Returns the least and the greatest quantity of a bid on an item, regardless of the own maximum. */
export const quantityBounds = ({ bidding }: RoomItem, { terms }: RoomSetting): { least: number; most: number } => ({
  least: smallestQuantity(bidding, terms),
  most: largestQuantity(bidding),
});

/** Returns the request for a draft. Text that is not a number is sent as an empty field, because JSON has no NaN. */
export function inputOfDraft(itemId: string, draft: Draft): BidInput {
  const { price, quantity, allowsPartial, minimumAcceptable } = proposedOf(draft);
  const sent = (number: number | null) => (Number.isNaN(number) ? null : number);
  return {
    auctionItemId: itemId,
    ...(draft.bidId !== undefined && { bidId: draft.bidId }),
    price: sent(price),
    quantity: sent(quantity),
    bidderPartialFulfillment: allowsPartial,
    minimumAcceptable: sent(minimumAcceptable),
  };
}
