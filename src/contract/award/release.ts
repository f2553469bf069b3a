import * as z from 'zod/mini';
import { idSchema } from '#contract/basics/basics.ts';
import { route } from '#contract/basics/route.ts';
import { HELD_REFUSALS } from '#domain/access/approval.ts';
import { RELEASE_REFUSALS } from '#domain/holding/release.ts';

/** Where the RECs of a purchase are now. The quantities add up to what was bought. */
export const holdingStateSchema = z.strictObject({
  holdingId: idSchema,
  held: z.number(),
  retired: z.number(),
  /** Returned to the seller. */
  released: z.number(),
  /** Sold on, or listed for resale. */
  resold: z.number(),
});
export type HoldingState = z.output<typeof holdingStateSchema>;

export const releaseRecs = route('PUT /admin/auction-items/{id}/release', {
  summary: 'Return the remaining RECs of won bids on an item to the seller, with a remark that both sides get by email',
  body: z.strictObject({
    /** If `quantity` is null, all remaining RECs of the bid are returned. */
    bids: z
      .array(z.strictObject({ bidId: idSchema, quantity: z.nullable(z.number()) }))
      .check(z.minLength(1), z.maxLength(1_000)),
    remark: z.string().check(z.maxLength(100_000)),
  }),
  reply: z.strictObject({
    bids: z.array(z.extend(holdingStateSchema, { bidId: idSchema })),
  }),
  refuses: [...RELEASE_REFUSALS, ...HELD_REFUSALS],
  idempotencyKey: 'optional',
});
