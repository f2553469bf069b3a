import * as z from 'zod/mini';
import { idSchema, timeSchema } from '#contract/basics/basics.ts';
import { route } from '#contract/basics/route.ts';
import { FACT_KINDS } from '#domain/company/related-companies.ts';

/** The maximum number of pairs in one reply. */
export const RELATIONS_MAX = 200;

const companySchema = z.strictObject({
  accountId: idSchema,
  companyName: z.string(),
  /** Null for the owner, which is not a bidder. */
  bidderId: z.nullable(idSchema),
});

const relationSchema = z.strictObject({
  /** The two companies. The owner comes first if it is one of them. */
  companies: z.array(companySchema),
  facts: z.array(z.strictObject({ kind: z.enum(FACT_KINDS), label: z.string() })),
  /** An administrator's decision. Null if there is none yet. */
  decision: z.nullable(
    z.strictObject({
      reason: z.string(),
      decidedBy: z.string(),
      decidedAt: timeSchema,
      /** Since the decision the companies share another kind of fact, so an administrator should decide again. */
      isOutdated: z.boolean(),
    }),
  ),
});
export type BidderRelation = z.output<typeof relationSchema>;

export const listRelatedBidders = route('GET /admin/auctions/{id}/related-bidders', {
  summary: 'Bidders that share data with each other or with the auction owner, undecided ones first',
  reply: z.array(relationSchema),
});

export const decideRelation = route('POST /admin/auctions/{id}/related-bidders', {
  summary: 'Decide about two related companies: no objection, or remove one of them. The audit trail keeps the reason',
  body: z.strictObject({
    accountIds: z.tuple([idSchema, idSchema]),
    /** The bidder to remove, under the same rules as any removal. Null if the administrator has no objection. */
    removeBidderId: z.nullable(idSchema),
    reason: z.string().check(z.maxLength(10_000)),
  }),
  refuses: [
    'field_required',
    'less_than_maximum_character',
    'auction_has_started',
    'bidder_not_removable_from_public',
    'bids_would_be_cancelled',
  ],
});
