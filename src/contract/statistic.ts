import * as z from 'zod/mini';
import {
  amountSchema,
  auctionTypeSchema,
  countrySchema,
  fuelSchema,
  periodSchema,
  priceSchema,
  productShape,
} from '#contract/basics/basics.ts';
import { exportQuery, fileSchema } from '#contract/basics/file.ts';
import { route } from '#contract/basics/route.ts';
import { RANGE_REFUSALS, COURSE_UNITS } from '#domain/statistic/range.ts';

export const daySchema = z.iso.date();
const rangeQuery = { from: daySchema, to: daySchema };
const goodsQuery = {
  country: z.optional(countrySchema),
  fuel: z.optional(fuelSchema),
  vintage: z.optional(z.coerce.number().check(z.int(), z.minimum(2000), z.maximum(2100))),
  period: z.optional(periodSchema),
};
export const statisticsQuery = { ...rangeQuery, ...goodsQuery, direction: z.optional(auctionTypeSchema) };

/**
 * `averagePrice` weights every award equally, `weightedPrice` every REC. Both are rounded half-up, and null if nothing
 * was sold.
 */
const soldShape = {
  offered: z.number(),
  sold: z.number(),
  value: amountSchema,
  averagePrice: z.nullable(priceSchema),
  weightedPrice: z.nullable(priceSchema),
};

const totalsSchema = z.strictObject({
  auctions: z.number(),
  participants: z.number(),
  bids: z.number(),
  ...soldShape,
});
const coursePointSchema = z.strictObject({
  /** The first day of the period that the point covers. */
  at: daySchema,
  auctions: z.number(),
  bids: z.number(),
  ...soldShape,
});
const topItemSchema = z.strictObject({ ...productShape, auctions: z.number(), bids: z.number(), ...soldShape });

const boughtShape = {
  buyOrders: z.number(),
  sold: z.number(),
  value: amountSchema,
  weightedPrice: z.nullable(priceSchema),
};
const purchasesSchema = z.strictObject({
  totals: z.strictObject({ ...boughtShape, buyers: z.number() }),
  course: z.array(z.strictObject({ at: daySchema, ...boughtShape })),
});

export const statisticsSchema = z.strictObject({
  totals: totalsSchema,
  unit: z.enum(COURSE_UNITS),
  course: z.array(coursePointSchema),
  /** Products of the greatest value, at most ten. */
  topItems: z.array(topItemSchema),
  /**
   * Buy orders that were approved in the range. The filter `direction` has no effect on them. Null if the deployment
   * has no marketplace.
   */
  marketplace: z.nullable(purchasesSchema),
});
export type Statistics = z.output<typeof statisticsSchema>;
export type StatisticTotals = z.output<typeof totalsSchema>;
export type CoursePoint = z.output<typeof coursePointSchema>;
export type TopItem = z.output<typeof topItemSchema>;
export type Purchases = z.output<typeof purchasesSchema>;

export const getStatistics = route('GET /admin/statistics', {
  summary: 'Statistics of closed auctions that ended in a range of at most one year',
  query: z.strictObject(statisticsQuery),
  reply: statisticsSchema,
  refuses: RANGE_REFUSALS,
});

export const STATISTIC_TABLES = ['totals', 'course', 'topItems', 'marketplace'] as const;
export const exportStatistics = route('GET /admin/statistics/export', {
  summary: 'One table of the same statistics as a file',
  query: z.strictObject({ ...statisticsQuery, table: z.enum(STATISTIC_TABLES), ...exportQuery }),
  reply: fileSchema,
  refuses: RANGE_REFUSALS,
});
