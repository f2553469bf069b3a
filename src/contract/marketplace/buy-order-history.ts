import * as z from 'zod/mini';
import { HISTORY_ORDERS, PURCHASE_KINDS, HISTORY_SIDES } from '#contract/basics/choices.ts';
import {
  amountSchema,
  countrySchema,
  dateSchema,
  fuelSchema,
  idSchema,
  listOf,
  pageQuery,
  priceSchema,
  productShape,
  timeSchema,
} from '#contract/basics/basics.ts';
import { exportQuery, fileSchema } from '#contract/basics/file.ts';
import { holdingStateSchema } from '#contract/award/release.ts';
import { route } from '#contract/basics/route.ts';

const goodsSchema = z.strictObject({
  /** country.fuel.vintage */
  name: z.string(),
  ...productShape,
  quantity: z.number(),
  /** Where these RECs are now. Null for the seller, because only the buyer may know. */
  holding: z.nullable(holdingStateSchema),
});

const purchaseSchema = z.strictObject({
  id: idSchema,
  kind: z.enum(PURCHASE_KINDS),
  date: timeSchema,
  /** Title of the auction or the sell order. */
  title: z.string(),
  auctionId: z.nullable(idSchema),
  buyOrderId: z.nullable(idSchema),
  /** Reference of a buy order: BO- and the first eight characters of its id. */
  reference: z.nullable(z.string()),
  goods: z.array(goodsSchema),
  /** Company names. Each side sees whom it traded with. */
  buyer: z.string(),
  seller: z.string(),
  quantity: z.number(),
  price: priceSchema,
  amount: amountSchema,
  /** The fee of each side. Users see their own, admins both. */
  buyerFee: z.nullable(amountSchema),
  sellerFee: z.nullable(amountSchema),
});
export type Purchase = z.output<typeof purchaseSchema>;

const filterShape = {
  kind: z.optional(z.enum(PURCHASE_KINDS)),
  country: z.optional(countrySchema),
  fuel: z.optional(fuelSchema),
  /** Vintage year. */
  vintage: z.optional(z.coerce.number().check(z.int(), z.minimum(1_900), z.maximum(2_200))),
  /** Dates in the caller's time zone, both inclusive. */
  from: z.optional(dateSchema),
  to: z.optional(dateSchema),
  /**
   * Filters by company: by the buyer in a list of purchases, by the seller in a list of sales. Users can name only one
   * of their own companies.
   */
  accountId: z.optional(idSchema),
  order: z._default(z.enum(HISTORY_ORDERS), 'date'),
  direction: z._default(z.enum(['asc', 'desc']), 'desc'),
};
const side = { side: z._default(z.enum(HISTORY_SIDES), 'bought') };
const { search } = pageQuery;

const historySchema = z.extend(listOf(purchaseSchema), {
  /** Sums over all pages of the filtered list. */
  totals: z.strictObject({
    quantity: z.number(),
    amount: amountSchema,
    buyerFees: z.nullable(amountSchema),
    sellerFees: z.nullable(amountSchema),
  }),
});
export type BuyOrderHistory = z.output<typeof historySchema>;

export const listBuyOrderHistoryAsAdmin = route('GET /admin/buy-order-history', {
  summary: "Everybody's awards and marketplace purchases in one list, the latest first, filtered, with totals",
  query: z.strictObject({ ...pageQuery, ...filterShape }),
  reply: historySchema,
});

export const listBuyOrderHistoryAsUser = route('GET /user/buy-order-history', {
  summary: "What the caller's companies bought, in auctions and in the marketplace, or with `side` sold",
  query: z.strictObject({ ...pageQuery, ...filterShape, ...side }),
  reply: historySchema,
});

export const exportBuyOrderHistoryAsAdmin = route('GET /admin/buy-order-history/export', {
  summary: 'All pages of the filtered list as a file',
  query: z.strictObject({ search, ...filterShape, ...exportQuery }),
  reply: fileSchema,
  refuses: ['export_too_large'],
});

export const exportBuyOrderHistoryAsUser = route('GET /user/buy-order-history/export', {
  summary: 'All pages of the filtered list as a file',
  query: z.strictObject({ search, ...filterShape, ...side, ...exportQuery }),
  reply: fileSchema,
  refuses: ['export_too_large'],
});
