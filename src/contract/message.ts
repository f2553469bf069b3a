import * as z from 'zod/mini';
import { idSchema, longListOf, pageQuery, timeSchema } from '#contract/basics/basics.ts';
import { route } from '#contract/basics/route.ts';
import { MESSAGE_KINDS, MESSAGE_STATES, SEND_AGAIN_REFUSALS } from '#domain/notice/message.ts';

/** The emails and text messages of the last 30 days, for administrators (decision 123). Their texts are not shown. */

const stateSchema = z.enum(MESSAGE_STATES);

const messageSchema = z.strictObject({
  id: idSchema,
  channel: z.enum(['email', 'sms']),
  kind: z.enum(MESSAGE_KINDS),
  /** Empty for text messages, and for messages with a secret. */
  subject: z.string(),
  /** Masked, such as `a***@example.com`. */
  recipient: z.string(),
  state: stateSchema,
  /** Attempts since the message was queued or sent again. */
  attempts: z.number(),
  /** Why the last attempt failed, in the words of the mail server; email addresses are masked. Null without a failure. */
  reason: z.nullable(z.string()),
  createdAt: timeSchema,
  attemptedAt: z.nullable(timeSchema),
  sentAt: z.nullable(timeSchema),
  /** Null if no further attempt is planned. */
  nextAttemptAt: z.nullable(timeSchema),
  /** Why the message cannot be sent again; null if it can. */
  sendAgainRefusal: z.nullable(z.enum(SEND_AGAIN_REFUSALS)),
});
export type ListedMessage = z.output<typeof messageSchema>;

export const listMessagesSent = route('GET /admin/messages', {
  summary: 'Emails and text messages of the last 30 days, newest first. Search by the whole recipient, or by id',
  query: z.strictObject({ ...pageQuery, state: z.optional(stateSchema) }),
  reply: longListOf(messageSchema),
});

export const getMessageHealth = route('GET /admin/messages/health', {
  summary: 'How many messages were sent and failed in the last hour',
  reply: z.strictObject({
    sent: z.number(),
    failed: z.number(),
    /** The number of different recipients among the failed messages. */
    failedRecipients: z.number(),
    /** Whether so many failed that administrators are warned (docs/rules.md#messages-to-people). */
    isFailing: z.boolean(),
    /** Whether a mail server and an SMS gateway are configured. Without one, messages wait. */
    isSetUp: z.strictObject({ email: z.boolean(), sms: z.boolean() }),
  }),
});
export type MessageHealth = z.output<typeof getMessageHealth.reply>;

export const sendMessageAgain = route('POST /admin/messages/{id}/again', {
  summary: 'Send a sent or failed message again, to the same recipient',
  reply: messageSchema,
  refuses: SEND_AGAIN_REFUSALS,
});

export const sendTestMessage = route('POST /admin/messages/test', {
  summary: "Send a test email to the caller's own address",
  refuses: ['own_email_missing'],
});
