import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { MessageKind } from '#domain/notice/message.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Attachment } from '#server/platform/mail/attachment.ts';

export type Message = {
  readonly channel: 'email' | 'sms';
  readonly kind: MessageKind;
  /** An email address, or a phone number with its country code. */
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
  /** Whether the body is encrypted with the deployment's secret. It is decrypted when the message is sent or shown. */
  readonly isSealed?: boolean;
  /** Documents to attach. They are made when the email is sent. */
  readonly attachments?: readonly Attachment[];
  /** When the message becomes useless, ms since 1970. It is not sent after that. */
  readonly usefulUntilMs?: number;
};

/**
 * Recipient of a dummy message, which is stored but never sent or shown. A dummy message is queued if there is no real
 * recipient. So the reply takes equally long in both cases and does not reveal whether there is a recipient.
 */
export const NOBODY = '';

/**
 * Queues a message in the current transaction. The message is sent within about a second after the commit. If the
 * transaction does not commit, the message is never sent.
 */
export const queueMessage = (db: Db, message: Message): Promise<void> => queueMessages(db, [message]);

/**
 * Queues a message with a secret, such as a one-time code or an invitation. The body is stored encrypted, so neither
 * the database nor a copy of it reveals the secret.
 */
export const queueSecretMessage = (db: Db, { seal }: Pick<Sealing, 'seal'>, message: Message): Promise<void> =>
  queueMessages(db, [{ ...message, body: seal(message.body), isSealed: true }]);

/** Encrypts texts with the deployment's secret (`seal`), and decrypts them (`open`). */
export type Sealing = { seal(text: string): string; open(sealed: string): string };

/** Returns the body of a stored message, decrypted if necessary. */
export const bodyOf = ({ body, is_sealed: isSealed }: StoredBody, { open }: Pick<Sealing, 'open'>): string =>
  isSealed && body !== '' ? open(body) : body;
type StoredBody = { readonly body: string; readonly is_sealed: boolean };

/** Queues many messages in one statement, so that the transaction waits for the database only once. */
export async function queueMessages(db: Db, messages: readonly Message[]): Promise<void> {
  const column = <T>(pick: (message: Message) => T): T[] => messages.map(pick);
  await sql`
    insert into outbox (id, kind, channel, recipient, subject, body, is_sealed, attachments, useful_until)
    select id, kind, channel, recipient, subject, body, is_sealed, attachments::jsonb, useful_until from unnest(
      ${column(() => randomUUID())}::uuid[], ${column(({ kind }) => kind)}::text[], ${column(({ channel }) => channel)}::text[],
      ${column(({ recipient }) => recipient)}::text[], ${column(({ subject }) => subject)}::text[],
      ${column(({ body }) => body)}::text[], ${column(({ isSealed = false }) => isSealed)}::boolean[],
      ${column(({ attachments = [] }) => JSON.stringify(attachments))}::text[],
      ${column(({ usefulUntilMs: ms }) => (ms === undefined ? null : new Date(ms)))}::timestamptz[])
      as message (id, kind, channel, recipient, subject, body, is_sealed, attachments, useful_until)`.execute(db);
}

export type OutboxRow = {
  id: string;
  kind: MessageKind;
  channel: 'email' | 'sms';
  recipient: string;
  subject: string;
  /** May be encrypted: read it with `bodyOf`. */
  body: string;
  is_sealed: boolean;
  attachments: Attachment[];
  created_at: Date;
  sent_at: Date | null;
};

const LIST_MAX = 100;

/** Returns the newest messages, at most 100. Dummy messages (`NOBODY`) are left out. */
export async function listMessages(db: Db): Promise<OutboxRow[]> {
  const { rows } = await sql<OutboxRow>`
    select id, kind, channel, recipient, subject, body, is_sealed, attachments, created_at, sent_at
    from outbox where recipient <> ${NOBODY} order by created_at desc, id limit ${LIST_MAX}`.execute(db);
  return rows;
}

/** Returns the attachment of a message at this index; undefined if there is none. */
export async function findAttachment(db: Db, id: string, index: number): Promise<Attachment | undefined> {
  const row = await db.selectFrom('outbox').select('attachments').where('id', '=', id).executeTakeFirst();
  return row?.attachments[index];
}

export type ClaimedMessage = Message & StoredBody & { readonly id: string; readonly attempts: number };

/**
 * The current time, rounded to milliseconds like the columns. Without rounding, the rounded time of a new message could
 * be later than now, and the message would not be due yet.
 */
const NOW = sql`now()::timestamptz(3)`;

/** Maximum number of attempts to send a message. */
export const ATTEMPTS_MAX = 10;

/**
 * Claims at most `max` due messages, so that no other process takes them. The claim also schedules the next attempt,
 * and the pause grows with each attempt. If this process dies before it sends a message, another process sends the
 * message at the next attempt. Messages that expire are claimed first, so a flood of other messages cannot delay
 * one-time codes.
 */
export async function claimMessages(db: Db, channel: Message['channel'], max: number): Promise<ClaimedMessage[]> {
  const { rows } = await sql<ClaimedMessage>`
    update outbox set attempts = attempts + 1, attempted_at = now(),
      next_attempt_at = now() + least(3600, 10 * power(3, attempts)) * interval '1 second'
    where id in (
      select id from outbox
      where sent_at is null and recipient <> ${NOBODY} and next_attempt_at <= ${NOW} and attempts < ${ATTEMPTS_MAX}
        and (useful_until is null or useful_until > now()) and channel = ${channel}
      order by useful_until nulls last, next_attempt_at limit ${max} for update skip locked)
    returning id, kind, channel, recipient, subject, body, is_sealed, attachments, attempts`.execute(db);
  return rows;
}

/** Returns whether a message to this recipient has failed and will be tried again, because it is still useful. */
export async function isStillFailing(db: Db, { channel, recipient }: Pick<Message, 'channel' | 'recipient'>) {
  const { rows } = await sql`
    select 1 from outbox
    where sent_at is null and last_error is not null and useful_until > now()
      and channel = ${channel} and recipient = ${recipient} limit 1`.execute(db);
  return rows.length > 0;
}

/** Marks a message as sent. Deletes an encrypted body, because it holds a secret, such as a one-time code. */
export async function markSent(db: Db, id: string): Promise<void> {
  await sql`update outbox set sent_at = now(), body = case when is_sealed then '' else body end, last_error = null
    where id = ${id}`.execute(db);
}

/** Records why a message was not sent. The message's next attempt was scheduled when the message was claimed. */
export async function markFailed(db: Db, id: string, reason: string): Promise<void> {
  await sql`update outbox set last_error = ${reason.slice(0, 500)} where id = ${id}`.execute(db);
}

/** Deletes messages after 30 days, also unsent ones, which were given up long before. */
export async function deleteOldMessages(db: Db): Promise<void> {
  await sql`delete from outbox where created_at < now() - interval '30 days'`.execute(db);
}
