import * as z from 'zod/mini';
import { syncQuery, withSync } from '#contract/basics/sync.ts';
import { SELL_ORDER_SORTS } from '#contract/basics/choices.ts';
import {
  countrySchema,
  fuelSchema,
  idSchema,
  longListOf,
  pageQuery,
  partySchema,
  periodSchema,
  priceSchema,
  productShape,
  seenVersionSchema,
  timeSchema,
} from '#contract/basics/basics.ts';
import { exportQuery, fileSchema } from '#contract/basics/file.ts';
import { fromReply, VINTAGE_PLACES } from '#contract/basics/from-reply.ts';
import { imageSchema } from '#contract/auction/image-link.ts';
import { route } from '#contract/basics/route.ts';
import { IMAGE_LIMIT, IMAGE_REFUSALS } from '#domain/auction/images.ts';
import { SELL_ORDER_ITEM_REFUSALS, SELL_ORDER_ITEMS_MAX } from '#domain/marketplace/judge-sell-order-item.ts';
import { BENEFICIARY_DEFAULTS, PUBLISH_REFUSALS, SELL_ORDER_REFUSALS } from '#domain/marketplace/judge-sell-order.ts';
import { SELL_ORDER_STATUSES } from '#domain/marketplace/sell-order-status.ts';

export const sellOrderStatusSchema = z.enum(SELL_ORDER_STATUSES);

/** total = remaining + reserved + sold, for an item and for the whole order. Quantities change while a page is open. */
const quantityShape = {
  totalQuantity: z.number(),
  /** RECs that can still be bought. */
  remainingQuantity: z.number(),
  /** RECs in buy orders that wait for an admin. */
  reservedQuantity: z.number(),
  /** RECs in approved buy orders. */
  soldQuantity: z.number(),
};

const summaryShape = {
  id: idSchema,
  title: z.string(),
  status: sellOrderStatusSchema,
  seller: partySchema,
  unitPrice: priceSchema,
  ...quantityShape,
  minimumPurchaseQuantity: z.number(),
  maxBuyOrderRecQuantity: z.number(),
  /** Null until the sell order is published or scheduled. */
  publishTime: z.nullable(timeSchema),
  endTime: z.nullable(timeSchema),
  thumbnail: z.nullable(imageSchema),
  itemCount: z.number(),
  /** Names of the first items, for cards. */
  itemNames: z.array(z.string()),
  countries: z.array(countrySchema),
  fuels: z.array(fuelSchema),
};

export const sellOrderSummarySchema = z.strictObject(summaryShape);
export type SellOrderSummary = z.output<typeof sellOrderSummarySchema>;

/** A sell order in a list, with the fields that only admins see. */
const adminSummarySchema = z.strictObject({
  ...summaryShape,
  /** Number of buy orders that wait for an admin. */
  pendingCount: z.number(),
  /** Number of listed buyers. 0: everyone may buy. */
  buyerCount: z.number(),
  createdAt: timeSchema,
});
export type AdminSellOrderSummary = z.output<typeof adminSummarySchema>;

export const sellOrderItemSchema = z.strictObject({
  sellOrderItemId: idSchema,
  /** country.fuel.vintage */
  name: z.string(),
  ...productShape,
  /** Position in the list. Buy orders take the oldest vintage first. */
  position: z.number(),
  ...quantityShape,
  description: z.string(),
  /** Location of the plant. */
  address: z.string(),
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
});
export type SellOrderItem = z.output<typeof sellOrderItemSchema>;

export const detailShape = {
  ...summaryShape,
  description: z.string(),
  /** Percentages, 0 to 100 with two fraction digits. */
  buyerProcessingFee: z.number(),
  /** In display order. */
  images: z.array(imageSchema),
  beneficiaryDefault: z.enum(BENEFICIARY_DEFAULTS),
  /** The reason why an admin cancelled the sell order. Null if it was not cancelled. */
  cancelRemark: z.nullable(z.string()),
  /** Server time of this reply. */
  now: timeSchema,
};

const adminItemSchema = z.extend(sellOrderItemSchema, {
  /** The seller's holding that provides the RECs. Null if they come from the seller's supply. */
  holdingId: z.nullable(idSchema),
  /** RECs of the same seller and product that are listed in other sell orders and in auctions. */
  listedElsewhere: z.number(),
});
export type AdminSellOrderItem = z.output<typeof adminItemSchema>;

export const adminSellOrderSchema = z.strictObject({
  ...detailShape,
  /** Increases with each change of the settings. */
  version: z.number(),
  sellerProcessingFee: z.number(),
  pendingCount: z.number(),
  buyerCount: z.number(),
  createdAt: timeSchema,
  createdBy: z.string(),
  items: z.array(adminItemSchema),
});
export type AdminSellOrder = z.output<typeof adminSellOrderSchema>;

export const sellOrderSort = z._default(z.enum(SELL_ORDER_SORTS), 'newest');

const filterQuery = { status: z.optional(sellOrderStatusSchema), sort: sellOrderSort };

export const listSellOrdersAsAdmin = route('GET /admin/sell-orders', {
  summary: 'Sell orders by status, with search by title and seller, sorting and paging',
  query: z.strictObject({ ...pageQuery, ...syncQuery, ...filterQuery }),
  reply: withSync(longListOf(adminSummarySchema)),
  refuses: ['feature_disabled'],
});

export const exportSellOrders = route('GET /admin/sell-orders/export', {
  summary: "The same list as a file, in the caller's language and time zone",
  query: z.strictObject({ search: pageQuery.search, ...filterQuery, ...exportQuery }),
  reply: fileSchema,
  refuses: ['feature_disabled', 'export_too_large'],
});

export const getSellOrderAsAdmin = route('GET /admin/sell-orders/{id}', {
  summary: 'One sell order with its items',
  reply: adminSellOrderSchema,
  refuses: ['feature_disabled'],
});

/**
 * The settings of a sell order in a request. The schema accepts wrong values on purpose. `judgeSellOrder` explains the
 * error of each field, while a schema would only say "invalid".
 */
const sellOrderFields = z.strictObject({
  title: z.string().check(z.maxLength(10_000)),
  description: z._default(z.string().check(z.maxLength(100_000)), ''),
  sellerAccountId: z.nullable(idSchema),
  unitPrice: z.nullable(z.number()),
  minimumPurchaseQuantity: z.nullable(z.number()),
  maxBuyOrderRecQuantity: z.nullable(z.number()),
  sellerProcessingFee: z.nullable(z.number()),
  buyerProcessingFee: z.nullable(z.number()),
  endTime: z._default(z.nullable(z.string()), null),
  beneficiaryDefault: z._default(z.enum(BENEFICIARY_DEFAULTS), 'none'),
});
export const sellOrderBody = z.pipe(
  fromReply(sellOrderFields, adminSellOrderSchema, { sellerAccountId: 'seller.accountId' }),
  sellOrderFields,
);

const updateFields = z.extend(sellOrderFields, { version: seenVersionSchema });

const settingsRefuses = ['feature_disabled', ...SELL_ORDER_REFUSALS, 'bidder_account_unknown'] as const;

export const createSellOrder = route('POST /admin/sell-orders', {
  summary: "Create a sell order for a seller's business account. It is hidden until it is published",
  body: sellOrderBody,
  reply: adminSellOrderSchema,
  refuses: settingsRefuses,
  idempotencyKey: 'optional',
});

export const updateSellOrder = route('PUT /admin/sell-orders/{id}', {
  summary:
    'Change the settings until the sell order ends. Placed buy orders keep their price and fees. With `version`, a change that somebody else made since is not lost',
  body: z.pipe(fromReply(updateFields, adminSellOrderSchema, { sellerAccountId: 'seller.accountId' }), updateFields),
  reply: adminSellOrderSchema,
  refuses: [...settingsRefuses, 'sell_order_over', 'settings_changed'],
});

export const deleteSellOrder = route('DELETE /admin/sell-orders/{id}', {
  summary: 'Delete a sell order that isn’t published yet, with its items and images',
  refuses: ['feature_disabled', 'sell_order_published'],
});

const sellOrderItemFields = z.strictObject({
  recCountry: z.nullable(countrySchema),
  recFuelType: z.nullable(fuelSchema),
  vintageYear: z.nullable(z.number()),
  vintagePeriod: z.nullable(periodSchema),
  recQuantity: z.nullable(z.number()),
  description: z._default(z.string().check(z.maxLength(100_000)), ''),
  address: z._default(z.string().check(z.maxLength(100_000)), ''),
  latitude: z._default(z.nullable(z.number()), null),
  longitude: z._default(z.nullable(z.number()), null),
  /**
   * One of the seller's holdings of the item's product (`listResaleHoldings`). Null for RECs from the seller's supply.
   */
  holdingId: z._default(z.nullable(idSchema), null),
});
export const sellOrderItemBody = z.pipe(
  fromReply(sellOrderItemFields, adminItemSchema, { ...VINTAGE_PLACES, recQuantity: 'totalQuantity' }),
  sellOrderItemFields,
);
const itemRefuses = [
  'feature_disabled',
  ...SELL_ORDER_ITEM_REFUSALS,
  'maximum_items_reached',
  'sell_order_over',
  'holding_unknown',
  'holding_too_small',
  'holding_held_back',
] as const;

export const addSellOrderItem = route('POST /admin/sell-orders/{id}/items', {
  summary: 'Add an item until the sell order ends',
  body: sellOrderItemBody,
  reply: adminItemSchema,
  refuses: itemRefuses,
  idempotencyKey: 'optional',
});

export const addSellOrderItems = route('POST /admin/sell-orders/{id}/item-lists', {
  summary: 'Add several items until the sell order ends, all or none',
  body: z.strictObject({
    items: z.array(sellOrderItemFields).check(z.minLength(1), z.maxLength(SELL_ORDER_ITEMS_MAX)),
  }),
  reply: z.array(adminItemSchema),
  refuses: itemRefuses,
  idempotencyKey: 'optional',
});

export const updateSellOrderItem = route('PUT /admin/sell-orders/{id}/items/{itemId}', {
  summary: 'Change an item until the sell order ends. Ordered quantities stay',
  body: sellOrderItemBody,
  reply: adminItemSchema,
  refuses: itemRefuses,
});

export const deleteSellOrderItem = route('DELETE /admin/sell-orders/{id}/items/{itemId}', {
  summary: 'Delete an item that no buy order includes',
  refuses: ['feature_disabled', 'sell_order_over', 'item_in_buy_orders', 'sell_order_has_no_items'],
});

const resaleHoldingSchema = z.strictObject({
  holdingId: idSchema,
  name: z.string(),
  ...productShape,
  balance: z.number(),
});

export const listResaleHoldings = route('GET /admin/sell-orders/{id}/holdings', {
  summary: 'The seller’s holdings that can be sold again, largest first',
  reply: z.array(resaleHoldingSchema),
  refuses: ['feature_disabled'],
});

/**
 * An uploaded image appears once the sell order names it. If the sell order does not name it after a day, it is
 * deleted.
 */
export const uploadSellOrderImage = route('POST /admin/sell-orders/{id}/details/images', {
  summary: 'Upload an image: JPEG or PNG, at most 1 MB and 1920 pixels per side',
  body: z.strictObject({ File: z.file(), Type: z.literal('SellOrderDetail') }),
  file: IMAGE_LIMIT,
  reply: imageSchema,
  refuses: ['feature_disabled', ...IMAGE_REFUSALS, 'sell_order_over', 'files_unavailable'],
});

export const updateSellOrderDetails = route('PUT /admin/sell-orders/{id}/details', {
  summary: 'Set the images, their order, and the thumbnail (the first image by default)',
  body: z.strictObject({
    imageIds: z.array(idSchema).check(z.maxLength(100)),
    thumbnailId: z.nullable(idSchema),
  }),
  reply: adminSellOrderSchema,
  refuses: ['feature_disabled', 'image_unknown', 'maximum_files', 'sell_order_over'],
});

export const publishSellOrder = route('PUT /admin/sell-orders/{id}/publish', {
  summary: 'Publish the saved sell order, now (null) or at a future time, which can be changed until then',
  body: z.strictObject({ publishTime: z._default(z.nullable(z.string()), null) }),
  reply: adminSellOrderSchema,
  refuses: [
    'feature_disabled',
    ...PUBLISH_REFUSALS,
    'account_blacklisted',
    'sell_order_has_no_items',
    'minimum_above_total',
    'sell_order_published',
    'sell_order_over',
    'holding_too_small',
    'holding_held_back',
  ],
});

/**
 * A remark in a request. The domain's rules have a lower limit than this schema, and report a longer remark at the
 * field.
 */
export const remarkBody = z.strictObject({ remarkContent: z.string().check(z.maxLength(10_000)) });
export const REMARK_REFUSES = ['field_required', 'less_than_maximum_character'] as const;

export const cancelSellOrder = route('PUT /admin/sell-orders/{id}/cancel', {
  summary: 'Cancel with a remark. Pending buy orders are cancelled with it; unsold RECs are returned',
  body: remarkBody,
  reply: adminSellOrderSchema,
  refuses: ['feature_disabled', ...REMARK_REFUSES, 'sell_order_over'],
});
