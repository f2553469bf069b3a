import * as z from 'zod/mini';
import { timeSchema } from '#contract/basics.ts';
import { CONDUCT_KINDS } from '#domain/auction/conduct.ts';
import { SOFT_CLOSE_MAX, SOFT_CLOSE_MINUTES_MAX } from '#domain/auction/soft-close.ts';

/** The newest thing that was done to an auction while it was live, as everybody in its room is told. */
export const conductSchema = z.strictObject({
  kind: z.enum(CONDUCT_KINDS),
  /** `system` for soft close. */
  by: z.enum(['bidder', 'owner', 'admin', 'system']),
  at: timeSchema,
  /** The new end, where it was moved. */
  until: z.nullable(timeSchema),
  reason: z.nullable(z.string()),
});
export type ConductView = z.output<typeof conductSchema>;

/** How an auction stands beside the clock, in rooms and on its own pages. */
export const conductShape = {
  /** Since when its clock stands still. */
  pausedAt: z.nullable(timeSchema),
  annulledAt: z.nullable(timeSchema),
  /** How often soft close has moved the end. */
  extensions: z.number(),
  conduct: z.nullable(conductSchema),
};

/** Soft close (rules 3): a bid in the last minutes that changes a winner moves the end, at most so many times. */
export const softCloseSchema = z.strictObject({
  minutes: z.number().check(z.minimum(1), z.maximum(SOFT_CLOSE_MINUTES_MAX)),
  maximum: z.number().check(z.minimum(1), z.maximum(SOFT_CLOSE_MAX)),
});
