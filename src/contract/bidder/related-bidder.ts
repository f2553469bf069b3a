import * as z from 'zod/mini';
import { idSchema, timeSchema } from '#contract/basics/basics.ts';
import { route } from '#contract/basics/route.ts';
import { FACT_KINDS } from '#domain/company/related-companies.ts';

/** The most pairs in one answer. */
export const RELATIONS_MAX = 200;

const companySchema = z.strictObject({
  accountId: idSchema,
  companyName: z.string(),
  /** Null for the owner, which is no bidder. */
  bidderId: z.nullable(idSchema),
});

const relationSchema = z.strictObject({
  /** The two companies, the owner first where it is one of them. */
  companies: z.array(companySchema),
  facts: z.array(z.strictObject({ kind: z.enum(FACT_KINDS), label: z.string() })),
  /** What an administrator decided; null as long as nobody did. */
  decision: z.nullable(
    z.strictObject({
      reason: z.string(),
      decidedBy: z.string(),
      decidedAt: timeSchema,
      /** The companies share another kind of fact since the decision, so it should be made again. */
      isOutdated: z.boolean(),
    }),
  ),
});
export type BidderRelation = z.output<typeof relationSchema>;

export const listRelatedBidders = route('GET /admin/auctions/{id}/related-bidders', {
  summary: 'Bidders that share something with each other or with the owner, the undecided ones first',
  reply: z.array(relationSchema),
});

export const decideRelation = route('POST /admin/auctions/{id}/related-bidders', {
  summary:
    'Decides about two related companies: no objection, or one of them is removed. The audit trail keeps the reason',
  body: z.strictObject({
    accountIds: z.tuple([idSchema, idSchema]),
    /** The bidder to remove, by the rules of any removal; null for no objection. */
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
