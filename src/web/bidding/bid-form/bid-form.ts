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
  /** The fields that show errors. The user has left them, or has asked for the review. */
  readonly touched: { readonly price: boolean; readonly quantity: boolean };
  /** The server's refusal of this input. The form keeps the refusal and the input until the user changes something. */
  readonly refused: ApiError | undefined;
};

const UNTOUCHED = { price: false, quantity: false };
const TOUCHED = { price: true, quantity: true };

const INPUT_FIELDS = ['bidId', 'price', 'quantity', 'bidderPartialFulfillment', 'minimumAcceptable'] as const;

const formOf = (draft: Draft): BidForm => ({ draft, step: 'edit', touched: UNTOUCHED, refused: undefined });

/** Returns how many new bids the bidder may still place on an item. */
export const attemptsLeft = (view: ItemView): number => Math.max(0, BIDS_PER_ITEM_MAX - view.own.length);

/**
 * Opens a form on the own bid that most needs a better price: the best bid that wins nothing, otherwise the best bid.
 * Without own bids, the form opens on a new bid.
 */
export function openForm(view: ItemView): BidForm {
  return chooseTarget(view, (view.own.find((row) => row.won === 0) ?? view.own[0])?.bid.bidId);
}

/** Switches the form to one of the bidder's own bids, or to a new bid. */
export function chooseTarget(view: ItemView, bidId: string | undefined): BidForm {
  const bid = view.own.find((row) => row.bid.bidId === bidId)?.bid;
  return formOf(bid ? draftOfBid(bid) : newDraft(view));
}

/**
 * Returns the form after a bid was placed. The form then revises the placed bid, and keeps input that was typed while
 * the bid was being sent.
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

/** Applies typed input. The form returns from the review to editing, and the server's refusal is cleared. */
export const typeDraft = (form: BidForm, change: Partial<Draft>): BidForm => ({
  ...form,
  step: 'edit',
  draft: { ...form.draft, ...change },
  refused: undefined,
});

/** Marks a field that the user has left. A marked field shows its errors. */
export const touchField = (form: BidForm, field: 'price' | 'quantity'): BidForm => ({
  ...form,
  touched: { ...form.touched, [field]: true },
});

/** Fills in a price that the user selected with a button. */
export const pickPrice = (form: BidForm, priceCents: number): BidForm => ({
  ...typeDraft(form, withPrice(form.draft, priceCents)),
  touched: { ...form.touched, price: true },
});

/** Opens the review if the rules accept the input. Otherwise every field shows its error. */
export const reviewForm = (form: BidForm, isFit: boolean): BidForm => ({
  ...form,
  step: isFit ? 'review' : 'edit',
  touched: TOUCHED,
});

/** Leads from the review back to the fields. The input stays. */
export const editForm = (form: BidForm): BidForm => ({ ...form, step: 'edit' });

/** Returns to editing and shows the server's refusal. The input is kept. */
export const refuseForm = (form: BidForm, refused: ApiError): BidForm => ({
  ...form,
  step: 'edit',
  touched: TOUCHED,
  refused,
});

/** Returns true if the own bid that the form revises no longer exists, for example because it was cancelled. */
export const hasLostTarget = (form: BidForm, view: ItemView): boolean =>
  form.draft.bidId !== undefined && !view.own.some((row) => row.bid.bidId === form.draft.bidId);

/** The error shown at each field. */
export type Complaints = { readonly [Field in keyof BidFieldRefusals]: Wrong };

/**
 * Returns the errors shown beside the fields. A field that the user has left shows the rules' error. Without such an
 * error, a field shows the server's error.
 */
export function complaintsOf(form: BidForm, refusals: BidFieldRefusals | undefined): Complaints {
  const { touched, refused } = form;
  const { price, quantity, bid, ...atOnce } = refusals ?? {};
  const isChecked = touched.price && touched.quantity;
  return {
    ...refused?.fields,
    // These fields start with valid values, so only a change can cause an error. The error is shown immediately.
    ...atOnce,
    ...(touched.price && price && { price }),
    ...(touched.quantity && quantity && { quantity }),
    ...(isChecked && bid && { bid }),
  };
}
