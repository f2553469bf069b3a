import * as z from 'zod/mini';
import { idParams, timeSchema } from '#contract/basics/basics.ts';
import { route } from '#contract/basics/route.ts';

const sentSchema = z.strictObject({
  sentAt: timeSchema,
  /** The administrator's username. */
  sentBy: z.string(),
  recipientCount: z.number(),
});

const notificationsSchema = z.strictObject({
  /** Users who would get one now. */
  recipientCount: z.number(),
  /** The newest first. */
  sent: z.array(sentSchema),
});

export const listNotifications = route({
  method: 'GET',
  path: '/admin/auctions/{id}/notifications',
  access: 'admin',
  summary: 'How many users a notification would go to, and those that were sent',
  params: idParams,
  reply: notificationsSchema,
});

export const notifyBidders = route({
  method: 'POST',
  path: '/admin/auctions/{id}/notification',
  access: 'admin',
  summary: 'Remind every bidder of an upcoming or live auction by mail, each user once',
  params: idParams,
  reply: sentSchema,
  refuses: ['auction_has_ended', 'auction_is_draft', 'auction_has_no_items', 'auction_has_no_bidders'],
  idempotencyKey: 'optional',
});
