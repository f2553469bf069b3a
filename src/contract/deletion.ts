import * as z from 'zod/mini';
import { auctionSchema } from '#contract/auction/auction.ts';
import { idSchema, listOf, pageQuery, timeSchema } from '#contract/basics/basics.ts';
import { route } from '#contract/basics/route.ts';
import { adminSellOrderSchema } from '#contract/marketplace/sell-order.ts';

export const DELETED_KINDS = ['auction', 'sellOrder'] as const;

const deletedSchema = z.strictObject({
  /** The id that the auction or the sell order had. */
  id: idSchema,
  kind: z.enum(DELETED_KINDS),
  title: z.string(),
  deletedBy: z.string(),
  deletedAt: timeSchema,
  /** Until then, it can be restored. */
  keptUntil: timeSchema,
});
export type DeletedObject = z.output<typeof deletedSchema>;

export const listDeleted = route('GET /admin/deleted-objects', {
  summary: 'Auctions and sell orders that were deleted in the last 30 days, newest first',
  query: z.strictObject(pageQuery),
  reply: listOf(deletedSchema),
});

export const restoreAuction = route('POST /admin/deleted-auctions/{id}/restoration', {
  summary: 'Restore a deleted auction as a draft, with its items, bidders and terms, but without bids',
  reply: auctionSchema,
  refuses: ['not_found', 'bidder_account_unknown'],
});

export const restoreSellOrder = route('POST /admin/deleted-sell-orders/{id}/restoration', {
  summary: 'Restore a deleted sell order, unpublished, with its items, images, buyers and terms',
  reply: adminSellOrderSchema,
  refuses: ['feature_disabled', 'not_found', 'bidder_account_unknown'],
});
