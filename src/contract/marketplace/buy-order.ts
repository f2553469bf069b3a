import * as z from 'zod/mini';
import { syncQuery, withSync } from '#contract/basics/sync.ts';
import {
  amountSchema,
  idSchema,
  longListOf,
  pageQuery,
  partySchema,
  priceSchema,
  productShape,
  timeSchema,
} from '#contract/basics/basics.ts';
import { exportQuery, fileSchema } from '#contract/basics/file.ts';
import { route } from '#contract/basics/route.ts';
import { claimSchema } from '#contract/claim/claim.ts';
import { beneficiarySchema } from '#contract/holding/beneficiary.ts';
import { remarkBody, REMARK_REFUSES } from '#contract/marketplace/sell-order.ts';
import { ACTING_REFUSALS } from '#domain/access/may.ts';
import { ACCOUNT_STATUSES } from '#domain/company/account.ts';
import { BUY_ORDER_STATUSES } from '#domain/marketplace/buy-order-status.ts';

/**
 * The page of a live connection that reports changes of buy orders (`GET …/pubsub/token`). Users get the changes of
 * their companies' buy orders, admins all changes.
 */
export const BUY_ORDERS_PAGE = 'buy-orders';

export const buyOrderStatusSchema = z.enum(BUY_ORDER_STATUSES);

/** The part of a buy order that one item provides. */
export const buyOrderPartSchema = z.strictObject({
  sellOrderItemId: idSchema,
  /** country.fuel.vintage */
  name: z.string(),
  ...productShape,
  quantity: z.number(),
  /** quantity × unit price */
  amount: amountSchema,
});
export type BuyOrderPartView = z.output<typeof buyOrderPartSchema>;

/** The buyer's cost. */
export const costShape = {
  quantity: z.number(),
  unitPrice: priceSchema,
  amount: amountSchema,
  /** In percent. */
  buyerProcessingFee: z.number(),
  buyerFee: amountSchema,
  /** The amount plus the buyer's fee. */
  total: amountSchema,
};

const summaryShape = {
  id: idSchema,
  /** Reference for people: BO- and the first eight characters of its id. */
  reference: z.string(),
  status: buyOrderStatusSchema,
  sellOrder: z.strictObject({ id: idSchema, title: z.string() }),
  seller: partySchema,
  buyer: partySchema,
  ...costShape,
  /** Whether the RECs are retired on approval. */
  hasBeneficiary: z.boolean(),
  placedAt: timeSchema,
  /** When the buy order was approved, rejected or cancelled. */
  decidedAt: z.nullable(timeSchema),
};

export const buyOrderSummarySchema = z.strictObject(summaryShape);
export type BuyOrderSummary = z.output<typeof buyOrderSummarySchema>;

const detailShape = {
  ...summaryShape,
  /** Username of the person who placed the buy order. */
  placedBy: z.string(),
  parts: z.array(buyOrderPartSchema),
  /** The beneficiary for whom the RECs are retired on approval. Null if they become a holding. */
  beneficiary: z.nullable(beneficiarySchema),
  /** Reporting period and purpose of that retirement. Null without a beneficiary. */
  claim: z.nullable(claimSchema),
  /** The remark with the decision. */
  remark: z.nullable(z.string()),
  /** Whether the buy order was cancelled together with its sell order, not by its buyer. */
  isCancelledWithSellOrder: z.boolean(),
  /** Number of the retirement, once the buy order is approved. Anyone can verify the retirement on the public page. */
  retirementNumber: z.nullable(z.string()),
};

export const ownBuyOrderSchema = z.strictObject({
  ...detailShape,
  /**
   * Whether the caller may cancel the buy order. The buy order must be pending, its account Active, and the caller a
   * member who may act for this account.
   */
  mayCancel: z.boolean(),
});
export type OwnBuyOrder = z.output<typeof ownBuyOrderSchema>;

export const adminBuyOrderSchema = z.strictObject({
  ...detailShape,
  /** The seller's fee in percent. */
  sellerProcessingFee: z.number(),
  /** The seller's fee as an amount. */
  sellerFee: amountSchema,
  /** The amount that the seller receives. */
  proceeds: amountSchema,
  buyerStatus: z.enum(ACCOUNT_STATUSES),
  /** Username of the person who decided. */
  decidedBy: z.nullable(z.string()),
});
export type AdminBuyOrder = z.output<typeof adminBuyOrderSchema>;

const filterQuery = { status: z.optional(buyOrderStatusSchema), sellOrderId: z.optional(idSchema) };

export const listBuyOrdersAsAdmin = route('GET /admin/buy-orders', {
  summary:
    'Buy orders of one sell order or of all, newest first, by status. Search by reference, buyer, seller or title',
  query: z.strictObject({ ...pageQuery, ...syncQuery, ...filterQuery }),
  reply: withSync(longListOf(buyOrderSummarySchema)),
  refuses: ['feature_disabled'],
});

export const exportBuyOrdersAsAdmin = route('GET /admin/buy-orders/export', {
  summary: "The same list as a file, in the caller's language and time zone",
  query: z.strictObject({ search: pageQuery.search, ...filterQuery, ...exportQuery }),
  reply: fileSchema,
  refuses: ['feature_disabled', 'export_too_large'],
});

export const getBuyOrderAsAdmin = route('GET /admin/buy-orders/{id}', {
  summary: 'One buy order with its parts',
  reply: adminBuyOrderSchema,
  refuses: ['feature_disabled'],
});

export const getBuyOrderStatementAsAdmin = route('GET /admin/buy-orders/{id}/statement', {
  summary: "The order confirmation of an approved buy order as a PDF, in the caller's language and time zone",
  reply: fileSchema,
  refuses: ['feature_disabled', 'buy_order_not_approved'],
});

export const approveBuyOrder = route('PUT /admin/buy-orders/{id}/approve', {
  summary: 'Approve with a remark. The RECs become a holding of the buyer, or are retired for the named beneficiary',
  body: remarkBody,
  reply: adminBuyOrderSchema,
  refuses: ['feature_disabled', ...REMARK_REFUSES, 'buy_order_decided'],
});

export const rejectBuyOrder = route('PUT /admin/buy-orders/{id}/reject', {
  ...approveBuyOrder,
  summary: 'Reject with a remark. The quantity is for sale again',
});

export const listOwnBuyOrders = route('GET /user/buy-orders', {
  ...listBuyOrdersAsAdmin,
  summary: "The caller's companies' buy orders, the latest first",
});

export const exportOwnBuyOrders = route('GET /user/buy-orders/export', exportBuyOrdersAsAdmin);

export const getOwnBuyOrder = route('GET /user/buy-orders/{id}', {
  summary: "A buy order of one of the caller's companies. Those of others answer like missing ones",
  reply: ownBuyOrderSchema,
  refuses: ['feature_disabled'],
});

export const getOwnBuyOrderStatement = route('GET /user/buy-orders/{id}/statement', {
  ...getBuyOrderStatementAsAdmin,
  summary: 'The same, for one of the caller’s own buy orders',
});

export const cancelBuyOrder = route('PUT /user/buy-orders/{id}/cancel', {
  summary: 'Cancel a pending buy order. The quantity is for sale again',
  reply: ownBuyOrderSchema,
  refuses: ['feature_disabled', ...ACTING_REFUSALS, 'buy_order_decided'],
});
