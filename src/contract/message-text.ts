import * as z from 'zod/mini';
import { timeSchema } from '#contract/basics/basics.ts';
import { fromReply } from '#contract/basics/from-reply.ts';
import { route } from '#contract/basics/route.ts';
import { MESSAGE_KINDS } from '#domain/notice/message.ts';
import { MESSAGE_TEXT_REFUSALS } from '#domain/notice/message-text.ts';

/** Texts of emails and text messages, which owners edit (decision 131). */

const inLanguages = z.strictObject({ en: z.string(), zh: z.string() });

const listedSchema = z.strictObject({
  /** Such as `accountMail_invitation`. */
  id: z.string(),
  kind: z.enum(MESSAGE_KINDS),
  /** The subject, or the text of a message without a subject, as it is sent now. */
  title: inLanguages,
  isEdited: z.boolean(),
  /** Whether an upgrade changed an original after it was edited. */
  isOutdated: z.boolean(),
  /** Null if nobody ever edited it. */
  savedAt: z.nullable(timeSchema),
  /** The username of the last editor. */
  savedBy: z.nullable(z.string()),
});
export type ListedMessageText = z.output<typeof listedSchema>;

export const listMessageTexts = route('GET /admin/message-texts', {
  summary: 'All texts of emails and text messages',
  reply: z.strictObject({ items: z.array(listedSchema) }),
});

const partSchema = z.strictObject({
  /** Such as `subject` or `body`. */
  part: z.string(),
  originals: inLanguages,
  /** For each language, the older original that the edited text was made from; null if the original did not change. */
  olderOriginals: z.strictObject({ en: z.nullable(z.string()), zh: z.nullable(z.string()) }),
  rules: z.strictObject({
    maximum: z.number(),
    isSubject: z.boolean(),
    placeholders: z.array(
      z.strictObject({
        name: z.string(),
        form: z.enum(['text', 'number', 'select']),
        options: z.array(z.string()),
        isRequired: z.boolean(),
      }),
    ),
  }),
});

/** By language and part. */
const textsOfParts = z.record(z.string(), z.string());
const textsSchema = z.strictObject({ en: textsOfParts, zh: textsOfParts });
export type MessageTexts = z.output<typeof textsSchema>;

const messageTextSchema = z.strictObject({
  ...listedSchema.shape,
  /** Grows by one with each saved change; 0 if nobody ever edited it. */
  version: z.number(),
  parts: z.array(partSchema),
  texts: textsSchema,
  /** The newest 50 versions, the newest first. To restore one, send its texts. */
  versions: z.array(
    z.strictObject({ version: z.number(), texts: textsSchema, savedAt: timeSchema, savedBy: z.nullable(z.string()) }),
  ),
});
export type MessageText = z.output<typeof messageTextSchema>;

/** The id of a message, such as `accountMail_invitation`. */
const params = z.strictObject({ textId: z.string().check(z.regex(/^[a-zA-Z_-]{1,60}$/)) });

export const getMessageText = route('GET /admin/message-texts/{textId}', {
  summary: 'The texts of a message in each language, with originals, placeholders and versions',
  params,
  reply: messageTextSchema,
});

const sentParts = z.record(z.string().check(z.maxLength(50)), z.string().check(z.maxLength(10_000)));
const sentTexts = z.strictObject({
  texts: z.strictObject({ en: sentParts, zh: sentParts }),
});
const editFields = z.strictObject({
  ...sentTexts.shape,
  /** The version that the caller edited. */
  version: z.number().check(z.int(), z.gte(0)),
});

export const updateMessageText = route('PUT /admin/message-texts/{textId}', {
  summary: 'Change the texts of a message. A text that equals its original follows the original after an upgrade',
  params,
  body: z.pipe(fromReply(editFields, messageTextSchema), editFields),
  reply: messageTextSchema,
  refuses: [...MESSAGE_TEXT_REFUSALS, 'settings_changed'],
});

export const previewMessageText = route('POST /admin/message-texts/{textId}/preview', {
  summary: 'How these texts look in an email with example values. Nothing is stored or sent',
  params,
  body: sentTexts,
  reply: z.strictObject({
    previews: z.array(
      z.strictObject({
        language: z.enum(['en', 'zh']),
        /** The part that is the body. */
        part: z.string(),
        subject: z.string(),
        text: z.string(),
        /** Empty for a text message. */
        html: z.string(),
      }),
    ),
  }),
  refuses: MESSAGE_TEXT_REFUSALS,
});
