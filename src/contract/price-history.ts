import * as z from 'zod/mini';
import { priceSchema, productShape } from '#contract/basics/basics.ts';
import { exportQuery, fileSchema } from '#contract/basics/file.ts';
import { route } from '#contract/basics/route.ts';
import { daySchema, statisticsQuery } from '#contract/statistic.ts';
import { RANGE_REFUSALS, COURSE_UNITS } from '#domain/statistic/range.ts';

/** Prices of closed auctions. Who bought or sold stands nowhere in it, nor how many did. */
const coursePointSchema = z.strictObject({
  /** The first day of what the point stands for. */
  at: daySchema,
  sold: z.number(),
  averagePrice: z.nullable(priceSchema),
  weightedPrice: z.nullable(priceSchema),
});
export type PricePoint = z.output<typeof coursePointSchema>;

const goodsPointSchema = z.strictObject({ at: daySchema, sold: z.number(), weightedPrice: priceSchema });

const pricedGoodsSchema = z.strictObject({
  ...productShape,
  /** In how many auctions they were sold. */
  auctions: z.number(),
  sold: z.number(),
  weightedPrice: priceSchema,
  lowestPrice: priceSchema,
  highestPrice: priceSchema,
  /** Of the last auction in the range that sold them, weighted by quantity, and the day that it ended. */
  latestPrice: priceSchema,
  latestOn: daySchema,
  /** From the first such auction to the last one, in percent; null where there was only one. */
  change: z.nullable(z.number()),
  points: z.array(goodsPointSchema),
});
export type PricedGoods = z.output<typeof pricedGoodsSchema>;

const priceHistorySchema = z.strictObject({
  unit: z.enum(COURSE_UNITS),
  /** All goods that the filters let through together. */
  course: z.array(coursePointSchema),
  /** The most sold first, fifty at most. */
  goods: z.array(pricedGoodsSchema),
  /** How many kinds of goods there are altogether. */
  total: z.number(),
});
export type PriceHistory = z.output<typeof priceHistorySchema>;

export const getPriceHistoryAsUser = route('GET /user/price-history', {
  summary:
    'Prices at which RECs were sold in closed auctions, by country, fuel and vintage; nobody is named. Private auctions count for members of Active companies only',
  query: z.strictObject(statisticsQuery),
  reply: priceHistorySchema,
  refuses: RANGE_REFUSALS,
});

export const getPriceHistoryAsAdmin = route('GET /admin/price-history', getPriceHistoryAsUser);

export const PRICE_TABLES = ['course', 'goods'] as const;
export const exportPriceHistoryAsUser = route('GET /user/price-history/export', {
  summary: 'One table of the same prices as a file; all goods, however many',
  query: z.strictObject({ ...statisticsQuery, table: z.enum(PRICE_TABLES), ...exportQuery }),
  reply: fileSchema,
  refuses: [...RANGE_REFUSALS, 'export_too_large'],
});

export const exportPriceHistoryAsAdmin = route('GET /admin/price-history/export', exportPriceHistoryAsUser);
