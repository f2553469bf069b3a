import * as z from 'zod/mini';
import { idSchema, timeSchema } from '#contract/basics/basics.ts';
import { route } from '#contract/basics/route.ts';
import { ENDING_MINUTES, NOTICE_CHANNELS, NOTICE_KINDS, NOTICE_OUTCOMES } from '#domain/notice/notice.ts';
import { SETTLEMENT_EVENTS } from '#domain/settlement/tracks.ts';

/** The page of a live connection that reports the caller's own notifications (`GET …/pubsub/token`). */
export const NOTICES_PAGE = 'notices';

/** The maximum number of notifications in the list, which has the newest first. */
export const NOTICES_LISTED = 50;

const kindSchema = z.enum(NOTICE_KINDS);
const channelsSchema = z.array(z.enum(NOTICE_CHANNELS)).check(z.maxLength(NOTICE_CHANNELS.length));

const noticeSchema = z.strictObject({
  noticeId: idSchema,
  kind: kindSchema,
  at: timeSchema,
  isRead: z.boolean(),
  /** The channels that the reader has currently selected for this kind. */
  channels: channelsSchema,
  /** Null for notifications about a settlement or a company, or about something that waits for administrators. */
  auction: z.nullable(z.strictObject({ id: idSchema, title: z.string(), auctionEndTime: timeSchema })),
  /**
   * The registration, buy order or settlement that waits, the auction that is a draft or has a change request, or the
   * company whose plants or certificates wait.
   */
  waiting: z.nullable(z.strictObject({ id: idSchema, title: z.string() })),
  /** The settlement, and its step or reminder. Null for all other kinds. */
  settlement: z.nullable(z.strictObject({ id: idSchema, title: z.string(), event: z.enum(SETTLEMENT_EVENTS) })),
  /** The plant, the lot of certificates or the retirement of the reader's company. Null for all other kinds. */
  subject: z.nullable(z.strictObject({ id: idSchema, title: z.string() })),
  /** Name of the item on which the reader was outbid, or that can be won. */
  itemName: z.nullable(z.string()),
  /** For a result: the reader's outcome. */
  outcome: z.nullable(z.enum(NOTICE_OUTCOMES)),
  /**
   * For a result: the quantity. For an item that can be won: the quantity that the reader's standing bids win now. Null
   * if the reader must bid again to win more. For void bids: the number of lost entries about the reader's bids.
   */
  quantity: z.nullable(z.number()),
});
export type Notice = z.output<typeof noticeSchema>;

export const listNotices = route('GET /notices', {
  access: 'signedIn',
  summary: 'The caller’s newest notifications, if the caller may still see their auctions',
  reply: z.strictObject({
    items: z.array(noticeSchema),
    /**
     * Kinds for which the reader selected a sound. A page plays the sound even if it learns of the event in another way
     * than by a notification.
     */
    soundKinds: z.array(kindSchema),
  }),
});

export const readNotices = route('PUT /notices/read', {
  access: 'signedIn',
  summary: 'Mark notifications as read. Those of others are ignored',
  body: z.strictObject({ noticeIds: z.array(idSchema).check(z.maxLength(NOTICES_LISTED)) }),
});

const settingsSchema = z.strictObject({
  choices: z
    .array(z.strictObject({ kind: kindSchema, channels: channelsSchema }))
    .check(z.maxLength(NOTICE_KINDS.length)),
  /** The numbers of minutes before the end at which the reader is notified. */
  endingMinutes: z.array(z.literal([...ENDING_MINUTES])).check(z.maxLength(ENDING_MINUTES.length)),
});
export type NoticeSettings = z.output<typeof settingsSchema>;

export const getNoticeSettings = route('GET /notices/settings', {
  access: 'signedIn',
  summary: 'The caller’s settings for each kind of notification',
  reply: settingsSchema,
});

export const updateNoticeSettings = route('PUT /notices/settings', {
  access: 'signedIn',
  summary: 'Change the notification settings. Omitted kinds stay unchanged',
  body: settingsSchema,
  reply: settingsSchema,
});

export const watchAuction = route('PUT /auctions/{id}/watch', {
  access: 'signedIn',
  summary: 'Watch an auction that the caller may see, to be notified of its start, end and result',
});

export const unwatchAuction = route('DELETE /auctions/{id}/watch', {
  access: 'signedIn',
  summary: 'Stop watching an auction',
});
