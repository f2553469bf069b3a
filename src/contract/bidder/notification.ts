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
  /** Number of users who would get a reminder email now. */
  recipientCount: z.number(),
  /** The newest comes first. */
  sent: z.array(sentSchema),
});

export const listNotifications = route('GET /admin/auctions/{id}/notifications', {
  summary: 'The number of users whom a reminder email would reach, and the reminder emails already sent',
  reply: notificationsSchema,
});

export const notifyBidders = route('POST /admin/auctions/{id}/notification', {
  summary: 'Send a reminder email to all bidders of an upcoming or live auction, one per user',
  reply: sentSchema,
  refuses: ['auction_has_ended', 'auction_is_draft', 'auction_has_no_items', 'auction_has_no_bidders'],
  idempotencyKey: 'optional',
});
