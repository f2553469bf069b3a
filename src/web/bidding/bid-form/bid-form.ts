import type { BidInput } from '#contract/bidding/bidding.ts';
import type { ApiError } from '#web/platform/calls/api-error.ts';
import { BIDS_PER_ITEM_MAX, type BidFieldRefusals } from '#domain/bidding/judge-bid.ts';
import { draftOfBid, inputOfDraft, newDraft, withPrice, type Draft } from '#web/bidding/bid-form/draft.ts';
import type { Wrong } from '#web/platform/phrases/phrase.ts';
import type { ItemView } from '#web/bidding/room/room-view.ts';

/** The bid form of one item, as an immutable value. The functions below return changed forms. */
export type BidForm = {
  readonly draft: Draft;
  readonly step: 'edit' | 'review';
  /** Fields that show errors: those that the user has left, or all after a review was requested. */
  readonly touched: { readonly price: boolean; readonly quantity: boolean };
  /** The server's refusal of this draft. It stays, with the draft, until something changes. */
  readonly refused: ApiError | undefined;
};

const UNTOUCHED = { price: false, quantity: false };
const TOUCHED = { price: true, quantity: true };

const INPUT_FIELDS = ['bidId', 'price', 'quantity', 'bidderPartialFulfillment', 'minimumAcceptable'] as const;

const formOf = (draft: Draft): BidForm => ({ draft, step: 'edit', touched: UNTOUCHED, refused: undefined });

/** Returns how many new bids the bidder may still place on an item. */
export const attemptsLeft = (view: ItemView): number => Math.max(0, BIDS_PER_ITEM_MAX - view.own.length);

/**
 * Opens a form on the own bid that most needs raising: the best losing one, else the best one. Without own bids, it
 * opens on a new bid.
 */
export function openForm(view: ItemView): BidForm {
  return chooseTarget(view, (view.own.find((row) => row.won === 0) ?? view.own[0])?.bid.bidId);
}

/** Switches the form to one of the own bids, or to a new bid. */
export function chooseTarget(view: ItemView, bidId: string | undefined): BidForm {
  const bid = view.own.find((row) => row.bid.bidId === bidId)?.bid;
  return formOf(bid ? draftOfBid(bid) : newDraft(view));
}

/**
 * Turns the form to the bid that was just placed, to raise it. Input typed while the bid was being sent is kept as a
 * draft of the raise.
 */
export function placedForm(
  form: BidForm | undefined,
  sent: BidInput,
  view: ItemView,
  bidId: string | undefined,
): BidForm {
  const isTypedOn = form && !isSameInput(inputOfDraft(sent.auctionItemId, form.draft), sent);
  if (!isTypedOn) return chooseTarget(view, bidId);
  return form.draft.bidId === sent.bidId ? { ...form, draft: { ...form.draft, bidId } } : form;
}

const isSameInput = (left: BidInput, right: BidInput): boolean =>
  INPUT_FIELDS.every((field) => left[field] === right[field]);

/** Applies typed input. It leaves the review and clears the server's refusal. */
export const typeDraft = (form: BidForm, change: Partial<Draft>): BidForm => ({
  ...form,
  step: 'edit',
  draft: { ...form.draft, ...change },
  refused: undefined,
});

/** Marks a field that the user has left, so that it shows its errors. */
export const touchField = (form: BidForm, field: 'price' | 'quantity'): BidForm => ({
  ...form,
  touched: { ...form.touched, [field]: true },
});

/** Fills in a price that was chosen by button, so that nobody has to type an offered price. */
export const pickPrice = (form: BidForm, priceCents: number): BidForm => ({
  ...typeDraft(form, withPrice(form.draft, priceCents)),
  touched: { ...form.touched, price: true },
});

/** Moves on to the review if the rules accept the draft; otherwise every field shows its error. */
export const reviewForm = (form: BidForm, isFit: boolean): BidForm => ({
  ...form,
  step: isFit ? 'review' : 'edit',
  touched: TOUCHED,
});

/** Leads from the review back to the fields. The input stays. */
export const editForm = (form: BidForm): BidForm => ({ ...form, step: 'edit' });

/** Returns to editing with the server's refusal. The draft is kept. */
export const refuseForm = (form: BidForm, refused: ApiError): BidForm => ({
  ...form,
  step: 'edit',
  touched: TOUCHED,
  refused,
});

/** Returns true if the bid being revised no longer exists, for example because it was cancelled. */
export const hasLostTarget = (form: BidForm, view: ItemView): boolean =>
  form.draft.bidId !== undefined && !view.own.some((row) => row.bid.bidId === form.draft.bidId);

/** The error shown at each field. */
export type Complaints = { readonly [Field in keyof BidFieldRefusals]: Wrong };

/**
 * Returns the errors shown beside the fields: the rules' errors for fields that the user has left, else the server's.
 */
export function complaintsOf(form: BidForm, refusals: BidFieldRefusals | undefined): Complaints {
  const { touched, refused } = form;
  const { price, quantity, bid, ...atOnce } = refusals ?? {};
  const isChecked = touched.price && touched.quantity;
  return {
    ...refused?.fields,
    // These fields start valid, so their errors are shown after every change.
    ...atOnce,
    ...(touched.price && price && { price }),
    ...(touched.quantity && quantity && { quantity }),
    ...(isChecked && bid && { bid }),
  };
}
