import * as z from 'zod/mini';
import { priceSchema, productShape } from '#contract/basics/basics.ts';
import { exportQuery, fileSchema } from '#contract/basics/file.ts';
import { route } from '#contract/basics/route.ts';
import { daySchema, statisticsQuery } from '#contract/statistic.ts';
import { RANGE_REFUSALS, COURSE_UNITS } from '#domain/statistic/range.ts';

/** Prices of closed auctions in a period. They never reveal who bought or sold, nor the number of companies. */
const coursePointSchema = z.strictObject({
  /** The first day of the period that the point covers. */
  at: daySchema,
  sold: z.number(),
  averagePrice: z.nullable(priceSchema),
  weightedPrice: z.nullable(priceSchema),
});
export type PricePoint = z.output<typeof coursePointSchema>;

const goodsPointSchema = z.strictObject({ at: daySchema, sold: z.number(), weightedPrice: priceSchema });

const pricedProductSchema = z.strictObject({
  ...productShape,
  /** Number of auctions that sold this product. */
  auctions: z.number(),
  sold: z.number(),
  weightedPrice: priceSchema,
  lowestPrice: priceSchema,
  highestPrice: priceSchema,
  /** The price in the last auction of the range that sold the product, weighted by quantity. */
  latestPrice: priceSchema,
  /** The day on which that auction ended. */
  latestOn: daySchema,
  /**
   * The change of the price from the first to the last auction of the range that sold the product, in percent. Null if
   * only one auction sold the product.
   */
  change: z.nullable(z.number()),
  points: z.array(goodsPointSchema),
});
export type PricedProduct = z.output<typeof pricedProductSchema>;

const priceHistorySchema = z.strictObject({
  unit: z.enum(COURSE_UNITS),
  /** The prices of all products of the filter together, over time. */
  course: z.array(coursePointSchema),
  /** The most sold first, at most fifty. */
  goods: z.array(pricedProductSchema),
  /** The total number of products. */
  total: z.number(),
});
export type PriceHistory = z.output<typeof priceHistorySchema>;

export const getPriceHistoryAsUser = route('GET /user/price-history', {
  summary:
    'Prices at which RECs were sold in closed auctions, by country, fuel and vintage, without names. Private auctions count only for members of Active companies',
  query: z.strictObject(statisticsQuery),
  reply: priceHistorySchema,
  refuses: RANGE_REFUSALS,
});

export const getPriceHistoryAsAdmin = route('GET /admin/price-history', getPriceHistoryAsUser);

export const PRICE_TABLES = ['course', 'goods'] as const;
export const exportPriceHistoryAsUser = route('GET /user/price-history/export', {
  summary: 'One table of the same prices as a file, with all products',
  query: z.strictObject({ ...statisticsQuery, table: z.enum(PRICE_TABLES), ...exportQuery }),
  reply: fileSchema,
  refuses: [...RANGE_REFUSALS, 'export_too_large'],
});

export const exportPriceHistoryAsAdmin = route('GET /admin/price-history/export', exportPriceHistoryAsUser);
