import type { BidInput } from '#contract/bidding/bidding.ts';
import { centsOfDecimal, textOfCents } from '#domain/basics/price.ts';
import { largestQuantity, smallestQuantity, type Bid } from '#domain/bidding/bid.ts';
import type { ProposedBid } from '#domain/bidding/judge-bid.ts';
import { numberOfText, textOfNumber } from '#web/design/fields/number-text.ts';
import type { RoomItem, RoomSetting } from '#web/bidding/room/room-setting.ts';

/** A bid as it is being typed. `bidId` names the standing bid that it revises. */
export type Draft = {
  readonly bidId: string | undefined;
  readonly price: string;
  readonly quantity: string;
  readonly allowsPartial: boolean;
  /** Empty where any number of RECs will do. */
  readonly minimumAcceptable: string;
};

/**
 * Filled in where there is only one answer: an item without partial fulfilment is bid for as a whole
 * (docs/rules.md#items).
 */
export const newDraft = ({ item, bidding }: RoomItem): Draft => ({
  bidId: undefined,
  price: '',
  quantity: item.disableQuantity ? textOfNumber(bidding.quantity) : '',
  allowsPartial: bidding.partialFulfillment,
  minimumAcceptable: '',
});

/** A draft that starts as the bid stands. */
export const draftOfBid = (bid: Bid): Draft => ({
  bidId: bid.bidId,
  price: textOfCents(bid.priceCents),
  quantity: textOfNumber(bid.quantity),
  allowsPartial: bid.allowsPartial,
  minimumAcceptable: bid.minimumAcceptable === null ? '' : textOfNumber(bid.minimumAcceptable),
});

export const proposedOf = (draft: Draft): ProposedBid => ({
  price: numberOfText(draft.price),
  quantity: numberOfText(draft.quantity),
  allowsPartial: draft.allowsPartial,
  minimumAcceptable: draft.allowsPartial ? numberOfText(draft.minimumAcceptable) : null,
});

/** The price typed, where it is one. */
export const priceOf = (draft: Draft): number | undefined => centsOfDecimal(numberOfText(draft.price) ?? Number.NaN);

export function quantityOf(draft: Draft): number | undefined {
  const quantity = numberOfText(draft.quantity);
  return quantity !== null && Number.isInteger(quantity) && quantity > 0 ? quantity : undefined;
}

export const withPrice = (draft: Draft, priceCents: number): Draft => ({ ...draft, price: textOfCents(priceCents) });

/** True while nothing was typed that could be placed: such rows of the entry page are left out. */
export const isBlank = (draft: Draft, { item }: RoomItem): boolean =>
  draft.bidId === undefined && draft.price.trim() === '' && (item.disableQuantity || draft.quantity.trim() === '');

export const isSameAsBid = (draft: Draft, bid: Bid): boolean =>
  priceOf(draft) === bid.priceCents &&
  quantityOf(draft) === bid.quantity &&
  draft.allowsPartial === bid.allowsPartial &&
  proposedOf(draft).minimumAcceptable === bid.minimumAcceptable;

/** Least and most that may be bid for of an item, before the own maximum counts. */
export const quantityBounds = ({ bidding }: RoomItem, { terms }: RoomSetting): { least: number; most: number } => ({
  least: smallestQuantity(bidding, terms),
  most: largestQuantity(bidding),
});

/** The draft as it is sent. What isn't a number travels as an empty field: JSON has no NaN. */
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
