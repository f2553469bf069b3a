import type { BidInput } from '#contract/bidding/bidding.ts';
import type { ApiError } from '#web/platform/calls/api-error.ts';
import { BIDS_PER_ITEM_MAX, type BidFieldRefusals } from '#domain/bidding/judge-bid.ts';
import { draftOfBid, inputOfDraft, newDraft, withPrice, type Draft } from '#web/bidding/bid-form/draft.ts';
import type { Wrong } from '#web/platform/phrases/phrase.ts';
import type { ItemView } from '#web/bidding/room/room-view.ts';

/** The bid form of one item, as a value: every way it can change is a function below. */
export type BidForm = {
  readonly draft: Draft;
  readonly step: 'edit' | 'review';
  /** Fields that complain: those that were left, or all once the form was sent to review. */
  readonly touched: { readonly price: boolean; readonly quantity: boolean };
  /** What the server refused about this draft; kept, with what was typed, until something is changed. */
  readonly refused: ApiError | undefined;
};

const UNTOUCHED = { price: false, quantity: false };
const TOUCHED = { price: true, quantity: true };

const INPUT_FIELDS = ['bidId', 'price', 'quantity', 'bidderPartialFulfillment', 'minimumAcceptable'] as const;

const formOf = (draft: Draft): BidForm => ({ draft, step: 'edit', touched: UNTOUCHED, refused: undefined });

export const attemptsLeft = (view: ItemView): number => Math.max(0, BIDS_PER_ITEM_MAX - view.own.length);

/** A form begins with the own bid that most needs raising: the best losing one, else the best; without one, a new bid. */
export function openForm(view: ItemView): BidForm {
  return chooseTarget(view, (view.own.find((row) => row.won === 0) ?? view.own[0])?.bid.bidId);
}

/** Turns to revising one of the own bids, or to a new one. */
export function chooseTarget(view: ItemView, bidId: string | undefined): BidForm {
  const bid = view.own.find((row) => row.bid.bidId === bidId)?.bid;
  return formOf(bid ? draftOfBid(bid) : newDraft(view));
}

/**
 * Once a bid stands, the next thing to do with it is to raise it. What was typed while it was on its way isn't lost: it
 * goes on as the raise.
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

export const typeDraft = (form: BidForm, change: Partial<Draft>): BidForm => ({
  ...form,
  step: 'edit',
  draft: { ...form.draft, ...change },
  refused: undefined,
});

export const touchField = (form: BidForm, field: 'price' | 'quantity'): BidForm => ({
  ...form,
  touched: { ...form.touched, [field]: true },
});

/** A price chosen by button: nobody has to type what is offered. */
export const pickPrice = (form: BidForm, priceCents: number): BidForm => ({
  ...typeDraft(form, withPrice(form.draft, priceCents)),
  touched: { ...form.touched, price: true },
});

/** On to the review step where the rules accept the draft; else every field says what is wrong. */
export const reviewForm = (form: BidForm, isFit: boolean): BidForm => ({
  ...form,
  step: isFit ? 'review' : 'edit',
  touched: TOUCHED,
});

export const editForm = (form: BidForm): BidForm => ({ ...form, step: 'edit' });

/** Taken back with its reason: what was typed stays. */
export const refuseForm = (form: BidForm, refused: ApiError): BidForm => ({
  ...form,
  step: 'edit',
  touched: TOUCHED,
  refused,
});

/** True where the bid that is being revised stands no more (cancelled meanwhile). */
export const hasLostTarget = (form: BidForm, view: ItemView): boolean =>
  form.draft.bidId !== undefined && !view.own.some((row) => row.bid.bidId === form.draft.bidId);

export type Complaints = { readonly [Field in keyof BidFieldRefusals]: Wrong };

/** What stands beside the fields: the rules' answer where a field was left, else what the server said. */
export function complaintsOf(form: BidForm, refusals: BidFieldRefusals | undefined): Complaints {
  const { touched, refused } = form;
  const { price, quantity, bid, ...atOnce } = refusals ?? {};
  const isChecked = touched.price && touched.quantity;
  return {
    ...refused?.fields,
    // The form starts valid, so every change can be judged at once.
    ...atOnce,
    ...(touched.price && price && { price }),
    ...(touched.quantity && quantity && { quantity }),
    ...(isChecked && bid && { bid }),
  };
}
