import * as z from 'zod/mini';
import { amountSchema, idSchema, timeSchema } from '#contract/basics/basics.ts';
import { auctionSummarySchema, itemSchema } from '#contract/auction/auction.ts';
import { bidSchema } from '#contract/bidding/bidding.ts';
import { exportQuery, fileSchema, MACHINE_FORMATS } from '#contract/basics/file.ts';
import { holdingStateSchema } from '#contract/award/release.ts';
import { route } from '#contract/basics/route.ts';

/**
 * One ranked bid of the result. Amounts are null for bids that won nothing, and for rivals' bids in a bidder's view.
 */
const resultRowSchema = z.strictObject({
  ...bidSchema.shape,
  ranking: z.nullable(z.number()),
  isWonBid: z.boolean(),
  actualWonRECQuantity: z.number(),
  isOwnBid: z.boolean(),
  /** The winner's company. For admins and the owner only. */
  companyName: z.nullable(z.string()),
  amount: z.nullable(amountSchema),
  buyerFee: z.nullable(amountSchema),
  sellerFee: z.nullable(amountSchema),
  /** For a won bid: where its RECs are now. Null for callers who may not see its amounts. */
  holding: z.nullable(holdingStateSchema),
});
export type ResultRow = z.output<typeof resultRowSchema>;

const resultItemSchema = z.strictObject({
  item: itemSchema,
  rows: z.array(resultRowSchema),
  soldQuantity: z.number(),
  unsoldQuantity: z.number(),
  /** Sum of price × won quantity over all winners. */
  value: amountSchema,
  /** Volume-weighted average of the winning prices, with two fraction digits. Null if nothing was sold. */
  averagePrice: z.nullable(amountSchema),
});

export const resultReplySchema = z.strictObject({
  auction: auctionSummarySchema,
  sellerProcessingFee: z.number(),
  buyerProcessingFee: z.number(),
  closedAt: timeSchema,
  /** Why the auction was annulled. Nothing is won in an annulled auction. Null for all other auctions. */
  annulledBecause: z.nullable(z.string()),
  items: z.array(resultItemSchema),
  totals: z.strictObject({
    soldQuantity: z.number(),
    value: amountSchema,
    buyerFees: z.nullable(amountSchema),
    sellerFees: z.nullable(amountSchema),
  }),
  /** The caller's own outcome, for bidders that placed a bid. */
  own: z.nullable(
    z.strictObject({
      bidderId: idSchema,
      wonQuantity: z.number(),
      amount: amountSchema,
      fee: amountSchema,
      total: amountSchema,
      averagePrice: z.nullable(amountSchema),
    }),
  ),
});
export type AuctionResultView = z.output<typeof resultReplySchema>;

export const getResultAsAdmin = route('GET /admin/auctions/{id}/result', {
  summary: 'The result of a closed auction, with names',
  reply: resultReplySchema,
  refuses: ['results_not_ready'],
});

export const getResultAsUser = route('GET /user/auctions/{id}/result', {
  summary:
    "The result of a closed auction: the auction owner sees winners' companies, bidders that placed a bid see aliases",
  reply: resultReplySchema,
  refuses: ['results_not_ready', 'no_permission_to_join_auction'],
});

export const exportWonBidsAsAdmin = route('GET /admin/auctions/{id}/won-bids/export', {
  summary: "The winning bids of a closed auction as a file, with names, in the caller's language and time zone",
  query: z.strictObject(exportQuery),
  reply: fileSchema,
  refuses: ['results_not_ready', 'export_too_large'],
});

export const exportWonBidsAsUser = route('GET /user/auctions/{id}/won-bids/export', {
  ...exportWonBidsAsAdmin,
  summary: 'The same, as the caller sees the result: companies for the auction owner, aliases for bidders',
  refuses: ['results_not_ready', 'no_permission_to_join_auction', 'export_too_large'],
});

/** File formats of a statement. */
export const STATEMENT_FORMATS = ['pdf', 'xlsx', ...MACHINE_FORMATS] as const;
export type StatementFormat = (typeof STATEMENT_FORMATS)[number];

export const getAwardStatementAsAdmin = route('GET /admin/auctions/{id}/award-statement', {
  summary: "The trade confirmation for all awards of a closed auction, in the caller's language and time zone",
  query: z.strictObject({ format: z._default(z.enum(STATEMENT_FORMATS), 'pdf') }),
  reply: fileSchema,
  refuses: ['results_not_ready', 'export_too_large'],
});

export const getAwardStatementAsUser = route('GET /user/auctions/{id}/award-statement', {
  ...getAwardStatementAsAdmin,
  summary: "The same: all awards for the auction owner, or a bidder's own, with the reason why each bid won or lost",
  refuses: ['results_not_ready', 'no_permission_to_join_auction', 'export_too_large'],
});
