import * as z from 'zod/mini';
import { timeSchema } from '#contract/basics/basics.ts';
import { route } from '#contract/basics/route.ts';

const sentSchema = z.strictObject({
  sentAt: timeSchema,
  /** Username of the administrator. */
  sentBy: z.string(),
  recipientCount: z.number(),
});

const notificationsSchema = z.strictObject({
  /** Number of users who would get a notification now. */
  recipientCount: z.number(),
  /** The newest comes first. */
  sent: z.array(sentSchema),
});

export const listNotifications = route('GET /admin/auctions/{id}/notifications', {
  summary: 'How many users a notification would go to, and those that were sent',
  reply: notificationsSchema,
});

export const notifyBidders = route('POST /admin/auctions/{id}/notification', {
  summary: 'Remind every bidder of an upcoming or live auction by mail, each user once',
  reply: sentSchema,
  refuses: ['auction_has_ended', 'auction_is_draft', 'auction_has_no_items', 'auction_has_no_bidders'],
  idempotencyKey: 'optional',
});
