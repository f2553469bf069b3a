import * as z from 'zod/mini';
import { capitalPageQuery, idSchema, listOf, pageQuery, timeSchema } from '#contract/basics/basics.ts';
import { exportQuery, fileSchema } from '#contract/basics/file.ts';
import { fromReply } from '#contract/basics/from-reply.ts';
import { route } from '#contract/basics/route.ts';
import { ACTING_REFUSALS } from '#domain/access/may.ts';
import { QUANTITY_REFUSALS } from '#domain/basics/quantity.ts';

export const bidderSchema = z.strictObject({
  bidderId: idSchema,
  userId: idSchema,
  username: z.string(),
  accountId: idSchema,
  /** Company name of the business account. */
  businessAccount: z.string(),
  alias: z.string(),
  /** Maximum bid quantity in this auction. Null if the limit of the account, or the general limit, applies. */
  maxQuantity: z.nullable(z.number()),
  /** The limit that results from all rules (docs/rules.md#bidders). */
  effectiveMaxQuantity: z.number(),
  termsAcceptedAt: z.nullable(timeSchema),
  termsVersion: z.nullable(z.string()),
  bidCount: z.number(),
});
export type Bidder = z.output<typeof bidderSchema>;

export const listBidders = route('GET /admin/auctions/{id}/bidders', {
  summary: 'Bidders of an auction. The default page size is 5',
  query: z.strictObject(capitalPageQuery),
  reply: listOf(bidderSchema),
});

export const exportBidders = route('GET /admin/auctions/{id}/bidders/export', {
  summary: "All pages of the list as a file, in the caller's language and time zone",
  query: z.strictObject({ Search: capitalPageQuery.Search, ...exportQuery }),
  reply: fileSchema,
  refuses: ['export_too_large'],
});

/** The maximum number of bidders that one request can add or look up. */
const BIDDERS_AT_ONCE_MAX = 500;
const maxQuantity = z.nullable(z.number());

export const addBidders = route('POST /admin/auctions/{id}/bidders', {
  summary: 'Add bidders to an auction',
  body: z.strictObject({
    buyers: z
      .array(z.strictObject({ userId: idSchema, accountId: idSchema, maxQuantity }))
      .check(z.minLength(1), z.maxLength(BIDDERS_AT_ONCE_MAX)),
  }),
  reply: z.array(bidderSchema),
  refuses: [
    'bidder_exists',
    'bidder_is_owner',
    'bidder_related_to_owner',
    'bidder_account_unknown',
    ...ACTING_REFUSALS,
    'auction_has_ended',
    ...QUANTITY_REFUSALS,
  ],
  idempotencyKey: 'optional',
});

const maximumFields = z.strictObject({ maxQuantity });

export const updateBidder = route('PUT /admin/auctions/{id}/bidders/{bidderId}', {
  summary: "Change a bidder's maximum quantity before the start",
  body: z.pipe(fromReply(maximumFields, bidderSchema), maximumFields),
  reply: bidderSchema,
  refuses: ['auction_has_started', 'bids_would_be_cancelled', ...QUANTITY_REFUSALS],
});

export const removeBidder = route('DELETE /admin/auctions/{id}/bidders/{bidderId}', {
  summary: 'Remove a bidder before the start of a private auction, with its initial bids',
  refuses: ['auction_has_started', 'bidder_not_removable_from_public', 'bids_would_be_cancelled'],
});

export const replaceBidder = route('POST /admin/auctions/{id}/bidders/{bidderId}/replacement', {
  summary:
    'Put another company in the place of a bidder before the start. The sealed bids of the former one are cancelled',
  body: z.strictObject({ userId: idSchema, accountId: idSchema }),
  reply: bidderSchema,
  refuses: [
    'auction_has_started',
    'bidder_not_removable_from_public',
    'bids_would_be_cancelled',
    'bidder_exists',
    'bidder_is_owner',
    'bidder_related_to_owner',
    'bidder_account_unknown',
    ...ACTING_REFUSALS,
  ],
  idempotencyKey: 'optional',
});

/** A person who could be added as a bidder, with the company that the person would bid for. */
const candidateSchema = z.strictObject({
  userId: idSchema,
  username: z.string(),
  accountId: idSchema,
  businessAccount: z.string(),
});

export const listBidderCandidates = route('GET /admin/auctions/{id}/bidder-candidates', {
  summary: 'Members of Active accounts that are not bidders of this auction yet, by username or company',
  query: z.strictObject(pageQuery),
  reply: listOf(candidateSchema),
});

/** Result of looking up a pasted name: the person found, or the reason why nobody can be added. */
export const PASTED_FINDINGS = [
  'found',
  'ambiguous',
  'unknown',
  'bidder_exists',
  'bidder_is_owner',
  'bidder_related_to_owner',
  ...ACTING_REFUSALS,
] as const;

const pastedLineSchema = z.strictObject({
  /** The text as it was pasted. */
  text: z.string(),
  name: z.string(),
  maxQuantity,
  finding: z.enum(PASTED_FINDINGS),
  /** Persons that the name can mean: one if `found`, several if `ambiguous`. */
  candidates: z.array(candidateSchema),
});
export type PastedLine = z.output<typeof pastedLineSchema>;

export const readPastedBidders = route('POST /admin/auctions/{id}/bidder-candidates', {
  summary:
    'Find the users in a pasted list of usernames, email addresses, companies or registration numbers. Adds no bidder',
  body: z.strictObject({ text: z.string().check(z.maxLength(100_000)) }),
  reply: z.array(pastedLineSchema),
  refuses: ['list_too_long'],
});
