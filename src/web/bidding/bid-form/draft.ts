import type { BidInput } from '#contract/bidding/bidding.ts';
import { centsOfDecimal, textOfCents } from '#domain/basics/price.ts';
import { largestQuantity, smallestQuantity, type Bid } from '#domain/bidding/bid.ts';
import type { ProposedBid } from '#domain/bidding/judge-bid.ts';
import { numberOfText, textOfNumber } from '#web/design/fields/number-text.ts';
import type { RoomItem, RoomSetting } from '#web/bidding/room/room-setting.ts';

/** A bid as the user types it. `bidId` is the id of the standing bid to revise; undefined for a new bid. */
export type Draft = {
  readonly bidId: string | undefined;
  readonly price: string;
  readonly quantity: string;
  readonly allowsPartial: boolean;
  /** Empty if the bid accepts any number of RECs. */
  readonly minimumAcceptable: string;
};

/**
 * Returns the empty input of a new bid. If the item is sold as a whole, the quantity is already filled in
 * (docs/rules.md#items).
 */
export const newDraft = ({ item, bidding }: RoomItem): Draft => ({
  bidId: undefined,
  price: '',
  quantity: item.disableQuantity ? textOfNumber(bidding.quantity) : '',
  allowsPartial: bidding.partialFulfillment,
  minimumAcceptable: '',
});

/** Returns the values of a bid as input. */
export const draftOfBid = (bid: Bid): Draft => ({
  bidId: bid.bidId,
  price: textOfCents(bid.priceCents),
  quantity: textOfNumber(bid.quantity),
  allowsPartial: bid.allowsPartial,
  minimumAcceptable: bid.minimumAcceptable === null ? '' : textOfNumber(bid.minimumAcceptable),
});

/**
 * Returns the typed bid in the shape that the rules check. Empty text becomes null. Other text that is not a number
 * becomes NaN.
 */
export const proposedOf = (draft: Draft): ProposedBid => ({
  price: numberOfText(draft.price),
  quantity: numberOfText(draft.quantity),
  allowsPartial: draft.allowsPartial,
  minimumAcceptable: draft.allowsPartial ? numberOfText(draft.minimumAcceptable) : null,
});

/** Returns the typed price in cents; undefined if the text is not a price. */
export const priceOf = (draft: Draft): number | undefined => centsOfDecimal(numberOfText(draft.price) ?? Number.NaN);

/** Returns the typed quantity in RECs; undefined unless it is a positive whole number. */
export function quantityOf(draft: Draft): number | undefined {
  const quantity = numberOfText(draft.quantity);
  return quantity !== null && Number.isInteger(quantity) && quantity > 0 ? quantity : undefined;
}

/** Returns the input with another price, given in cents. */
export const withPrice = (draft: Draft, priceCents: number): Draft => ({ ...draft, price: textOfCents(priceCents) });

/** Returns true for a new bid whose fields the user has not filled in. The entry page does not send such bids. */
export const isBlank = (draft: Draft, { item }: RoomItem): boolean =>
  draft.bidId === undefined && draft.price.trim() === '' && (item.disableQuantity || draft.quantity.trim() === '');

/** Returns true if the typed bid is the same as the placed bid. */
export const isSameAsBid = (draft: Draft, bid: Bid): boolean =>
  priceOf(draft) === bid.priceCents &&
  quantityOf(draft) === bid.quantity &&
  draft.allowsPartial === bid.allowsPartial &&
  proposedOf(draft).minimumAcceptable === bid.minimumAcceptable;

/** Returns the minimum and maximum quantity of a bid on an item, regardless of the bidder's own maximum. */
export const quantityBounds = ({ bidding }: RoomItem, { terms }: RoomSetting): { least: number; most: number } => ({
  least: smallestQuantity(bidding, terms),
  most: largestQuantity(bidding),
});

/** Returns the request for a typed bid. Text that is not a number is sent as null, because JSON has no NaN. */
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
