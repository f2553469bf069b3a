import * as z from 'zod/mini';
import { amountSchema } from '#contract/basics/basics.ts';
import { route } from '#contract/basics/route.ts';
import { statisticsQuery } from '#contract/statistic.ts';
import { RANGE_REFUSALS } from '#domain/statistic/range.ts';

/**
 * Figures of the settlements that opened in a range: on the day of the award, or of the approval of the buy order.
 * Trades from before settlements are left out. A filter by product keeps trades with any RECs of it, and counts their
 * whole amounts. A filter by direction leaves out buy orders.
 */
const figuresSchema = z.strictObject({
  /** The number of settlements. */
  trades: z.number(),
  /** The number of settlements in the state `settled`. */
  settled: z.number(),
  /** The sum of the amounts owed for settled trades, also if the payment was waived. */
  settledValue: amountSchema,
  /** The sum of the unpaid amounts of open or disputed settlements whose payment is overdue or in the cure period. */
  overdueValue: amountSchema,
  /** The median time from the opening to the last step of settled trades, in days with one decimal. Null without any. */
  daysToSettle: z.nullable(z.number()),
  /** The number of settlements whose payment is in default, or was in default when the RECs were released. */
  defaulted: z.number(),
  /** The number of settlements that are in a final state or in default. */
  decided: z.number(),
  /** `defaulted` as a percentage of `decided`, with one decimal. Null if nothing is decided. */
  defaultRate: z.nullable(z.number()),
});
export type SettlementFigures = z.output<typeof figuresSchema>;

export const getSettlementFiguresAsUser = route('GET /user/settlement-figures', {
  summary: "Figures of the settlements of the caller's companies that opened in a range of at most one year",
  query: z.strictObject(statisticsQuery),
  reply: figuresSchema,
  refuses: RANGE_REFUSALS,
});

export const getSettlementFiguresAsAdmin = route('GET /admin/settlement-figures', {
  ...getSettlementFiguresAsUser,
  summary: 'Figures of the settlements of all companies that opened in a range of at most one year',
});
