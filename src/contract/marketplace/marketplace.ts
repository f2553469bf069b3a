import * as z from 'zod/mini';
import { syncQuery, withSync } from '#contract/basics/sync.ts';
import { amountSchema, countrySchema, fuelSchema, idSchema, longListOf, pageQuery } from '#contract/basics/basics.ts';
import { route } from '#contract/basics/route.ts';
import { claimBody } from '#contract/claim/claim.ts';
import { beneficiaryChoiceSchema } from '#contract/holding/beneficiary.ts';
import { buyOrderPartSchema, costShape, ownBuyOrderSchema } from '#contract/marketplace/buy-order.ts';
import {
  detailShape,
  sellOrderItemSchema,
  sellOrderSort,
  sellOrderSummarySchema,
} from '#contract/marketplace/sell-order.ts';
import { shownTermsSchema } from '#contract/settlement/settlement-terms.ts';
import { CLAIM_REFUSALS } from '#domain/claim/claim.ts';
import { BENEFICIARY_REFUSALS } from '#domain/holding/beneficiary.ts';
import { BUY_QUANTITY_REFUSALS } from '#domain/marketplace/judge-buy-order.ts';
import { BUYER_REFUSALS } from '#domain/marketplace/who-may-buy.ts';

/**
 * The page of a live connection that reports changes of all sell orders, or of the one with a given `id`
 * (`GET …/pubsub/token`). The messages contain no data, so the client requests the page's data again.
 */
export const MARKETPLACE_PAGE = 'marketplace';

/** A published sell order as users see it. It leaves out the listed buyers and the number of buy orders. */
export const marketplaceOrderSchema = z.strictObject({
  ...detailShape,
  items: z.array(sellOrderItemSchema),
  /** The caller's accounts. `refusal` is the reason why an account may not buy. It is null if the account may buy. */
  buyers: z.array(
    z.strictObject({ accountId: idSchema, companyName: z.string(), refusal: z.nullable(z.enum(BUYER_REFUSALS)) }),
  ),
});
export type MarketplaceOrder = z.output<typeof marketplaceOrderSchema>;

const price = z.optional(z.coerce.number().check(z.nonnegative()));
const whole = z.optional(z.coerce.number().check(z.int(), z.nonnegative()));

export const listSellOrdersAsUser = route('GET /user/sell-orders', {
  summary:
    'Sell orders that the caller can buy from, including sold-out ones. Filters apply to items, prices and quantities',
  query: z.strictObject({
    ...pageQuery,
    ...syncQuery,
    sort: sellOrderSort,
    country: z.optional(countrySchema),
    fuel: z.optional(fuelSchema),
    vintageYear: whole,
    minimumPrice: price,
    maximumPrice: price,
    /** The minimum remaining quantity. */
    quantity: whole,
  }),
  reply: withSync(longListOf(sellOrderSummarySchema)),
  refuses: ['feature_disabled'],
});

export const getSellOrderAsUser = route('GET /user/sell-orders/{id}', {
  summary: 'One published sell order with its items. Hidden ones answer like missing ones',
  reply: marketplaceOrderSchema,
  refuses: ['feature_disabled'],
});

/**
 * The parts and the cost of a buy order. The review returns them, and the request that places the buy order sends them
 * back.
 */
const reviewSchema = z.strictObject({ ...costShape, parts: z.array(buyOrderPartSchema) });
export type BuyOrderReview = z.output<typeof reviewSchema>;

const placingRefuses = [
  'feature_disabled',
  ...BUYER_REFUSALS,
  'sell_order_not_available',
  ...BUY_QUANTITY_REFUSALS,
] as const;

export const reviewBuyOrder = route('GET /user/sell-orders/{id}/review', {
  summary: 'How a buy order of this quantity would be filled now, and its cost. Reserves nothing',
  query: z.strictObject({ accountId: idSchema, quantity: z.optional(z.coerce.number()) }),
  reply: reviewSchema,
  refuses: placingRefuses,
});

export const placeBuyOrder = route('POST /user/sell-orders/{id}/buy-orders', {
  summary: 'Place a buy order. Its quantity is reserved immediately; an administrator approves or rejects it',
  body: z.strictObject({
    accountId: idSchema,
    quantity: z.nullable(z.number()),
    /** The beneficiary for whom the RECs are retired on approval. Null if they become a holding. */
    beneficiary: z._default(z.nullable(beneficiaryChoiceSchema), null),
    /** The claim of the retirement on approval. Ignored without a beneficiary. */
    claim: z.optional(claimBody),
    /** The terms of settlement that the buyer saw in the review. They are stored with the order. */
    settlementTerms: shownTermsSchema,
    /**
     * The composition that the buyer saw in the review. If the composition has changed, nothing is placed. Null accepts
     * any composition.
     */
    reviewed: z._default(
      z.nullable(
        z.strictObject({
          total: amountSchema,
          parts: z.array(z.strictObject({ sellOrderItemId: idSchema, quantity: z.number() })),
        }),
      ),
      null,
    ),
  }),
  reply: ownBuyOrderSchema,
  refuses: [
    ...placingRefuses,
    'bidder_account_unknown',
    ...BENEFICIARY_REFUSALS,
    ...CLAIM_REFUSALS,
    'beneficiary_unknown',
    'review_changed',
    'terms_changed',
    'too_many_requests',
    'holding_held_back',
  ],
  idempotencyKey: 'optional',
});
