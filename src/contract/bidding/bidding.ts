import * as z from 'zod/mini';
import { idSchema, longListOf, pageQuery, priceSchema, timeSchema } from '#contract/basics/basics.ts';
import { exportQuery, fileSchema } from '#contract/basics/file.ts';
import { fromReply } from '#contract/basics/from-reply.ts';
import { route } from '#contract/basics/route.ts';
import { REASON_LENGTH_MAX } from '#contract/bidding/conduct.ts';
import { receiptSchema } from '#contract/bidding/receipt.ts';
import { BIDDING_REFUSALS } from '#domain/access/may.ts';
import { HISTORY_KINDS } from '#domain/bidding/history.ts';
import { BID_REFUSALS, BIDS_PER_ITEM_MAX } from '#domain/bidding/judge-bid.ts';

/**
 * A bid as anyone in the room sees it (docs/rules.md#live-bids). For everyone but admins, `bidderUserName` is an alias
 * such as `Bidder 7`. The client computes rank, won quantity and "own" with the domain's own functions.
 */
export const bidSchema = z.strictObject({
  bidId: idSchema,
  auctionItemId: idSchema,
  bidderId: idSchema,
  bidderUserName: z.string(),
  /** Price per REC. */
  bidValue: priceSchema,
  bidRECQuantity: z.number(),
  bidderPartialFulfillment: z.boolean(),
  /** The minimum number of RECs that a bid with partial fulfillment accepts. Null if the bid accepts any number. */
  minimumAcceptable: z.nullable(z.number()),
  updatedTime: timeSchema,
  /** Decides between bids of equal times (docs/rules.md#ranking). Until the start, it is counted like `seq`. */
  tieSeq: z.number(),
  /**
   * The higher `seq` wins a merge (docs/rules.md#realtime). Until the start, `seq` counts only the entries about the
   * bidder's own bids, from 1. From the start on, it is the number of the entry in the whole history, which is never
   * lower than that count.
   */
  seq: z.number(),
  isDeleted: z.boolean(),
  /**
   * Whether an administrator entered the bid's current values on the bidder's behalf
   * (docs/rules.md#acting-for-a-bidder).
   */
  byAdmin: z.boolean(),
});
export type RoomBid = z.output<typeof bidSchema>;

/** A bid in a request. Null is an empty field, which the domain's rules report at the field. */
const bidInput = z.strictObject({
  auctionItemId: idSchema,
  /** The standing bid that is revised. Left out for a new bid. */
  bidId: z.optional(idSchema),
  price: z.nullable(z.number()),
  quantity: z.nullable(z.number()),
  bidderPartialFulfillment: z.boolean(),
  /** If left out, any remainder is accepted. Counts only if partial fulfillment is allowed. */
  minimumAcceptable: z.optional(z.nullable(z.number())),
});
export type BidInput = z.output<typeof bidInput>;

/** The fields of a bid that have other names in replies. A client may send a bid back as it read it. */
const BID_PLACES = { price: 'bidValue', quantity: 'bidRECQuantity' } as const;
const bidBody = z.pipe(fromReply(bidInput, bidSchema, BID_PLACES), bidInput);

const placedSchema = z.strictObject({
  bids: z.array(bidSchema),
  /**
   * The room's version after these bids. For a bidder's sealed bids, the number of the bidder's own history entries.
   */
  version: z.number(),
  /** When the server received the bids, by the database's clock. */
  receivedAt: timeSchema,
  /**
   * Proves that these bids were stored (docs/rules.md#receipts). Keep it: it shows afterward whether the record has
   * them. Null if the auction was created before receipts existed.
   */
  receipt: z.nullable(receiptSchema),
});
export type PlacedBids = z.output<typeof placedSchema>;

const roomRefuses = [
  ...BIDDING_REFUSALS,
  'bidder_related_to_owner',
  'terms_not_accepted',
  'auction_has_no_items',
  'auction_has_ended',
  'auction_paused',
  'auction_annulled',
  'auction_not_started',
  'initial_bid_required',
  'bid_not_found',
  'bids_too_fast',
  'too_many_bids',
  'service_busy',
  ...BID_REFUSALS,
] as const;

/** The maximum number of bids in one call: the limit per item times a hundred items. */
export const BIDS_PER_CALL_MAX = BIDS_PER_ITEM_MAX * 100;

export const placeInitialBids = route('POST /user/auctions/{id}/initial-bids', {
  summary: 'Place or revise bids from the entry page, all or none. Errors name fields as `bids.<index>.<field>`',
  body: z.strictObject({ bids: z.array(bidBody).check(z.minLength(1), z.maxLength(BIDS_PER_CALL_MAX)) }),
  reply: placedSchema,
  refuses: [...roomRefuses, 'template_not_accepted'],
  idempotencyKey: 'required',
});

export const placeBid = route('POST /user/auctions/{id}/bids', {
  ...placeInitialBids,
  summary: 'Place or revise one live bid',
  body: bidBody,
  refuses: roomRefuses,
});

const bidOnBehalf = z.extend(bidInput, {
  bidderId: idSchema,
  /**
   * How the bidder asked for the bid. Only administrators and the audit trail get this text. The history contains the
   * code `on_behalf` instead of this text.
   */
  reason: z.string().check(z.maxLength(REASON_LENGTH_MAX)),
});

export const placeBidOnBehalf = route('POST /admin/auctions/{id}/bids', {
  summary: "Place or revise a bid on a bidder's behalf, initial or live. The room and the history mark it",
  body: z.pipe(fromReply(bidOnBehalf, bidSchema, BID_PLACES), bidOnBehalf),
  reply: placedSchema,
  refuses: [
    'field_required',
    'bidder_account_unknown',
    'account_blacklisted',
    'bidder_related_to_owner',
    'terms_not_accepted',
    'auction_has_no_items',
    'auction_has_ended',
    'bid_not_found',
    'service_busy',
    ...BID_REFUSALS,
  ],
  idempotencyKey: 'required',
});

export const withdrawBid = route('DELETE /user/auctions/{id}/bids/{bidId}', {
  summary: 'Withdraw an initial bid before the start',
  reply: placedSchema,
  refuses: [...BIDDING_REFUSALS, 'auction_has_started', 'bid_not_found', 'bids_too_fast', 'service_busy'],
  idempotencyKey: 'required',
});

const cancelledBidSchema = z.strictObject({
  bidId: idSchema,
  itemName: z.string(),
  /** Price per REC. */
  bidValue: priceSchema,
  bidRECQuantity: z.number(),
  /** Why the bid no longer fits, in the caller's language. */
  cause: z.string(),
  cancelledAt: timeSchema,
});

export const listCancelledBids = route('GET /user/auctions/{id}/cancelled-bids', {
  summary:
    'The caller’s initial bids that a change of the auction cancelled, until the caller bids again or dismisses the list',
  reply: z.array(cancelledBidSchema),
  refuses: ['no_permission_to_join_auction'],
});

export const dismissCancelledBids = route('DELETE /user/auctions/{id}/cancelled-bids', {
  summary: 'Dismiss the list of cancelled bids',
  refuses: [...BIDDING_REFUSALS],
});

export const cancelBid = route('POST /admin/auctions/{id}/bids/{bidId}/cancel', {
  summary: 'Cancel a bid. Its company and administrators can read the reason; the history shows `cancelled_by_admin`',
  body: z.strictObject({ reason: z.string().check(z.maxLength(REASON_LENGTH_MAX)) }),
  reply: placedSchema,
  refuses: ['field_required', 'auction_has_ended', 'bid_not_found', 'service_busy'],
  idempotencyKey: 'required',
});

export const listOwnBids = route('GET /user/auctions/{id}/bids', {
  summary: "The standing bids of the caller's company in this auction",
  reply: z.array(bidSchema),
  refuses: ['no_permission_to_join_auction'],
});

export const historyLineSchema = z.strictObject({
  /** The number of the entry. Until the start, only entries about the reader's own bids are counted. */
  seq: z.number(),
  kind: z.enum(HISTORY_KINDS),
  at: timeSchema,
  bidId: z.nullable(idSchema),
  auctionItemId: z.nullable(idSchema),
  itemName: z.nullable(z.string()),
  bidderUserName: z.nullable(z.string()),
  isOwnBid: z.boolean(),
  bidValue: z.nullable(priceSchema),
  bidRECQuantity: z.nullable(z.number()),
  bidderPartialFulfillment: z.nullable(z.boolean()),
  minimumAcceptable: z.nullable(z.number()),
  by: z.enum(['bidder', 'owner', 'admin', 'system']),
  /**
   * A typed reason, or a code. If an administrator gave a reason about a bid, bidders get a code in its place. Only the
   * company whose bid was cancelled gets the typed reason.
   */
  reason: z.nullable(z.string()),
  /** The name of the API key by which the bidder acted; for admins and the bidder's own company. */
  apiKey: z.nullable(z.string()),
  /** The auction's new end, if this act moved it. */
  until: z.nullable(timeSchema),
  /**
   * The chained hash, so that a reader can compare lines with the record. Null until the auction is closed, except for
   * admins.
   */
  hash: z.nullable(z.string()),
});
export type HistoryLineView = z.output<typeof historyLineSchema>;

const historyFilter = { search: pageQuery.search, auctionItemId: z.optional(idSchema) };

export const listHistoryAsAdmin = route('GET /admin/auctions/{id}/bid-history', {
  summary: 'All entries of the bid history, newest first',
  query: z.strictObject({ ...pageQuery, ...historyFilter }),
  reply: longListOf(historyLineSchema),
});

export const listHistoryAsUser = route('GET /user/auctions/{id}/bid-history', {
  ...listHistoryAsAdmin,
  summary: "The company's own entries; after closing, all entries, under aliases. Newest first",
});

export const exportHistoryAsAdmin = route('GET /admin/auctions/bid-history-logs/{id}/export', {
  summary: "The bid history as a file, oldest entry first, in the caller's language and time zone",
  query: z.strictObject({ ...historyFilter, ...exportQuery }),
  reply: fileSchema,
  refuses: ['export_too_large'],
});

export const exportHistoryAsUser = route('GET /user/auctions/bid-history-logs/{id}/export', {
  ...exportHistoryAsAdmin,
  summary: 'The same, with the entries that the caller may read',
});
