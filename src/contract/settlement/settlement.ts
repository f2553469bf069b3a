import * as z from 'zod/mini';
import { syncQuery, withSync } from '#contract/basics/sync.ts';
import {
  amountSchema,
  dateSchema,
  idSchema,
  longListOf,
  pageQuery,
  sentAmountSchema,
  timeSchema,
} from '#contract/basics/basics.ts';
import { partySchema } from '#contract/basics/basics.ts';
import { evidenceIdsSchema, evidenceSchema } from '#contract/evidence.ts';
import { route } from '#contract/basics/route.ts';
import { HELD_REFUSALS } from '#domain/access/approval.ts';
import { ACTING_REFUSALS } from '#domain/access/may.ts';
import { settlementTermsSchema } from '#contract/settlement/settlement-terms.ts';
import { OFFER_REFUSALS } from '#domain/settlement/next-bid.ts';
import { STEP_REFUSALS } from '#domain/settlement/take-step.ts';
import { TERMS_REFUSALS } from '#domain/settlement/terms.ts';
import { ACTORS, DELIVERY_STATES, PAYMENT_STATES, SETTLEMENT_STEPS, WHOLE_STATES } from '#domain/settlement/tracks.ts';

/** Settlement: the payment and the delivery of an award or an approved buy order (docs/settlement.md). */

export const getAuctionTermsAsAdmin = route('GET /admin/auctions/{id}/settlement-terms', {
  summary: 'Terms of settlement of an auction',
  reply: settlementTermsSchema,
});

export const getAuctionTermsAsUser = route('GET /user/auctions/{id}/settlement-terms', {
  summary: 'Terms of settlement of an auction that the caller may see',
  reply: settlementTermsSchema,
});

export const setAuctionTerms = route('PUT /admin/auctions/{id}/settlement-terms', {
  summary: 'Change the terms of settlement of an auction that has not started. Bidders must accept them again',
  body: settlementTermsSchema,
  reply: settlementTermsSchema,
  refuses: [...TERMS_REFUSALS, 'settlement_terms_locked', 'bids_would_be_cancelled'],
});

export const getSellOrderTermsAsAdmin = route('GET /admin/sell-orders/{id}/settlement-terms', {
  summary: 'Terms of settlement of a sell order',
  reply: settlementTermsSchema,
  refuses: ['feature_disabled'],
});

export const getSellOrderTermsAsUser = route('GET /user/sell-orders/{id}/settlement-terms', {
  summary: 'Terms of settlement of a sell order that the caller may see',
  reply: settlementTermsSchema,
  refuses: ['feature_disabled'],
});

export const setSellOrderTerms = route('PUT /admin/sell-orders/{id}/settlement-terms', {
  summary: 'Change the terms of settlement of a sell order that is not published',
  body: settlementTermsSchema,
  reply: settlementTermsSchema,
  refuses: ['feature_disabled', ...TERMS_REFUSALS, 'settlement_terms_locked'],
});

const settlementShape = {
  id: idSchema,
  /** The auction of the award, or null for a buy order. */
  auctionId: z.nullable(idSchema),
  buyOrderId: z.nullable(idSchema),
  /** Title of the auction or the sell order. */
  title: z.string(),
  buyer: partySchema,
  seller: partySchema,
  version: z.number(),
  payment: z.enum(PAYMENT_STATES),
  delivery: z.enum(DELIVERY_STATES),
  whole: z.enum(WHOLE_STATES),
  owed: amountSchema,
  paid: amountSchema,
  /** The penalty of a defaulted payment, by the terms. */
  penalty: amountSchema,
  quantity: z.number(),
  deliveredQuantity: z.number(),
  /** RECs of the part that is being transferred at the registry. */
  transferQuantity: z.number(),
  /** RECs of a default that are released, but not sold to a next bid or returned yet. */
  toOffer: z.number(),
  terms: settlementTermsSchema,
  paymentDueOn: z.nullable(dateSchema),
  deliveryDueOn: z.nullable(dateSchema),
  cureUntil: z.nullable(dateSchema),
  createdAt: timeSchema,
  changedAt: timeSchema,
};
const settlementSchema = z.strictObject(settlementShape);
export type SettlementView = z.output<typeof settlementSchema>;

const eventSchema = z.strictObject({
  version: z.number(),
  step: z.enum(SETTLEMENT_STEPS),
  actor: z.enum(ACTORS),
  /** Username. Null if the clock made the step. In replies to users, also null for administrators. */
  by: z.nullable(z.string()),
  at: timeSchema,
  amount: z.nullable(amountSchema),
  quantity: z.nullable(z.number()),
  reference: z.string(),
  remark: z.string(),
  evidence: z.array(evidenceSchema),
});
const detailSchema = z.extend(settlementSchema, { timeline: z.array(eventSchema) });
export type SettlementDetail = z.output<typeof detailSchema>;

/** Settlements that wait for a payment or a delivery, that have a due date soon or are late, or all. */
export const SETTLEMENTS_SHOWN = ['toPay', 'toDeliver', 'dueSoon', 'all'] as const;

/** Days in which a payment or a delivery is due, for the list `dueSoon`. */
export const DUE_WITHIN_DEFAULT = 7;
export const DUE_WITHIN_MAX = 366;

const listQuery = z.strictObject({
  ...pageQuery,
  ...syncQuery,
  show: z._default(z.enum(SETTLEMENTS_SHOWN), 'all'),
  /** Only for `dueSoon`: the number of calendar days. Late settlements are always in that list. */
  dueWithin: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(DUE_WITHIN_MAX)), DUE_WITHIN_DEFAULT),
  whole: z.optional(z.enum(WHOLE_STATES)),
  payment: z.optional(z.enum(PAYMENT_STATES)),
  delivery: z.optional(z.enum(DELIVERY_STATES)),
});

export const listSettlementsAsUser = route('GET /user/settlements', {
  summary:
    "Settlements of the caller's companies: what to pay, what to deliver, what is due soon or late, or all. Newest first; `dueSoon` by due date",
  query: listQuery,
  reply: withSync(longListOf(settlementSchema)),
});

export const listSettlementsAsAdmin = route('GET /admin/settlements', {
  ...listSettlementsAsUser,
  summary:
    'Settlements of all companies, newest first; `dueSoon` by due date. `search` looks in titles and names of companies',
});

export const getSettlementAsUser = route('GET /user/settlements/{id}', {
  summary: "A settlement of one of the caller's companies with its timeline",
  reply: detailSchema,
});

export const getSettlementAsAdmin = route('GET /admin/settlements/{id}', {
  summary: 'A settlement with its timeline',
  reply: detailSchema,
});

const stepBody = z.strictObject({
  step: z.enum(SETTLEMENT_STEPS),
  /** The version that the caller saw. If another step came first, the step is refused. */
  version: z.number(),
  /** Only for `confirmPayment`. */
  amount: z._default(z.nullable(sentAmountSchema), null),
  /** Only for `instructDelivery` and `acceptDelivery`. */
  quantity: z._default(z.nullable(z.number()), null),
  /** Reference of the payment, or of the transfer at the registry. */
  reference: z._default(z.string(), ''),
  remark: z._default(z.string(), ''),
  evidenceIds: evidenceIdsSchema,
  /** Only for `offerNext`: the next bid that the caller saw, and the business days to answer. */
  offer: z.optional(z.strictObject({ bidId: idSchema, answerDays: z.number() })),
});

export const takeSettlementStepAsUser = route('POST /user/settlements/{id}/steps', {
  summary: 'Take a step as the buyer or the seller',
  body: stepBody,
  reply: detailSchema,
  refuses: [
    ...ACTING_REFUSALS,
    ...STEP_REFUSALS,
    'settlement_changed',
    'evidence_unknown',
    'less_than_maximum_character',
    'holding_too_small',
    ...OFFER_REFUSALS,
    'field_required',
  ],
  idempotencyKey: 'optional',
});

export const takeSettlementStep = route('POST /admin/settlements/{id}/steps', {
  ...takeSettlementStepAsUser,
  summary: 'Take a step as an administrator',
  refuses: [...takeSettlementStepAsUser.refuses, ...HELD_REFUSALS],
});
