import * as z from 'zod/mini';
import { BUSINESS_CALENDARS } from '#domain/settlement/terms.ts';
import { SETTLEMENT_MODES } from '#domain/settlement/tracks.ts';

/** Terms of settlement of an auction, a sell order or a trade (docs/settlement.md#terms). */
export const settlementTermsSchema = z.strictObject({
  mode: z.enum(SETTLEMENT_MODES),
  /** Calendar of the business days in which all days are counted. */
  calendar: z.enum(BUSINESS_CALENDARS),
  paymentDays: z.number(),
  deliveryDays: z.number(),
  cureDays: z.number(),
  /** Penalty for a default in percent of the unpaid amount. */
  penaltyPercent: z.number(),
  /** Whether RECs can be retired and resold only after they are paid and delivered. */
  holdsBack: z.boolean(),
});

/** The terms of settlement that the person saw and accepts. Left out by clients that do not know them. */
export const shownTermsSchema = z.optional(settlementTermsSchema);
