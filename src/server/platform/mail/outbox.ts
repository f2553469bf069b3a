import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#server/platform/database/database.ts';
import type { Attachment } from '#server/platform/mail/attachment.ts';

export type Message = {
  readonly channel: 'email' | 'sms';
  /** An e-mail address, or a phone number with its country code. */
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
  /** The body is sealed with the deployment's secret. The code that sends or shows it opens it. */
  readonly isSealed?: boolean;
  /** Documents that go with a mail: what each is made of. */
  readonly attachments?: readonly Attachment[];
  /** After this the message is of no use any more and is not sent. */
  readonly usefulUntilMs?: number;
};

/**
 * A message to nobody is written like any other and never sent or shown: an answer takes as long whether there was
 * anybody to write to or not.
 */
export const NOBODY = '';

/**
 * Writes a message in the transaction that it tells of: it goes out if and only if that commits. It is found
 * within a second.
 */
export const queueMessage = (db: Db, message: Message): Promise<void> => queueMessages(db, [message]);

/**
 * The same for a message with a secret, such as a one-time code or an invitation. It is sealed until it is sent, so
 * neither the database nor a copy of it reveals the secret.
 */
export const queueSecretMessage = (db: Db, { seal }: Pick<Sealing, 'seal'>, message: Message): Promise<void> =>
  queueMessages(db, [{ ...message, body: seal(message.body), isSealed: true }]);

/** Seals texts, and opens them again. */
export type Sealing = { seal(text: string): string; open(sealed: string): string };

/** The body as it was written. */
export const bodyOf = ({ body, is_sealed: isSealed }: StoredBody, { open }: Pick<Sealing, 'open'>): string =>
  isSealed && body !== '' ? open(body) : body;
type StoredBody = { readonly body: string; readonly is_sealed: boolean };

/** The same for many, in one statement: whoever waits for the transaction waits once. */
export async function queueMessages(db: Db, messages: readonly Message[]): Promise<void> {
  const column = <T>(pick: (message: Message) => T): T[] => messages.map(pick);
  await sql`
    insert into outbox (id, channel, recipient, subject, body, is_sealed, attachments, useful_until)
    select id, channel, recipient, subject, body, is_sealed, attachments::jsonb, useful_until from unnest(
      ${column(() => randomUUID())}::uuid[], ${column(({ channel }) => channel)}::text[],
      ${column(({ recipient }) => recipient)}::text[], ${column(({ subject }) => subject)}::text[],
      ${column(({ body }) => body)}::text[], ${column(({ isSealed = false }) => isSealed)}::boolean[],
      ${column(({ attachments = [] }) => JSON.stringify(attachments))}::text[],
      ${column(({ usefulUntilMs: ms }) => (ms === undefined ? null : new Date(ms)))}::timestamptz[])
      as message (id, channel, recipient, subject, body, is_sealed, attachments, useful_until)`.execute(db);
}

export type OutboxRow = {
  id: string;
  channel: 'email' | 'sms';
  recipient: string;
  subject: string;
  /** `bodyOf` reads it. */
  body: string;
  is_sealed: boolean;
  attachments: Attachment[];
  created_at: Date;
  sent_at: Date | null;
};

const LIST_MAX = 100;

export async function listMessages(db: Db): Promise<OutboxRow[]> {
  const { rows } = await sql<OutboxRow>`
    select id, channel, recipient, subject, body, is_sealed, attachments, created_at, sent_at
    from outbox where recipient <> ${NOBODY} order by created_at desc, id limit ${LIST_MAX}`.execute(db);
  return rows;
}

/** What the message with this id is to carry at this place; undefined where there is no such thing. */
export async function findAttachment(db: Db, id: string, index: number): Promise<Attachment | undefined> {
  const row = await db.selectFrom('outbox').select('attachments').where('id', '=', id).executeTakeFirst();
  return row?.attachments[index];
}

export type ClaimedMessage = Message & StoredBody & { readonly id: string; readonly attempts: number };

/** Rounded as the columns are: a message is due at once, although its stored time may be rounded up. */
const NOW = sql`now()::timestamptz(3)`;

/** After so many a message is given up. */
export const ATTEMPTS_MAX = 10;

/**
 * Takes at most so many messages that are due, so that no other process takes them too. The next attempt is set now, further off each
 * time: a process that dies while sending leaves its messages to whoever comes then. Messages that expire go first, so
 * no flood of other messages holds up one-time codes.
 */
export async function claimMessages(db: Db, channel: Message['channel'], max: number): Promise<ClaimedMessage[]> {
  const { rows } = await sql<ClaimedMessage>`
    update outbox set attempts = attempts + 1,
      next_attempt_at = now() + least(3600, 10 * power(3, attempts)) * interval '1 second'
    where id in (
      select id from outbox
      where sent_at is null and recipient <> ${NOBODY} and next_attempt_at <= ${NOW} and attempts < ${ATTEMPTS_MAX}
        and (useful_until is null or useful_until > now()) and channel = ${channel}
      order by useful_until nulls last, next_attempt_at limit ${max} for update skip locked)
    returning id, channel, recipient, subject, body, is_sealed, attachments, attempts`.execute(db);
  return rows;
}

/** Whether something for this recipient that is still of use was tried and didn't go out, so that it is tried again. */
export async function isStillFailing(db: Db, { channel, recipient }: Pick<Message, 'channel' | 'recipient'>) {
  const { rows } = await sql`
    select 1 from outbox
    where sent_at is null and last_error is not null and useful_until > now()
      and channel = ${channel} and recipient = ${recipient} limit 1`.execute(db);
  return rows.length > 0;
}

/** What was sent needs no body any more: it may have carried a code. */
export async function markSent(db: Db, id: string): Promise<void> {
  await sql`update outbox set sent_at = now(), body = '', last_error = null where id = ${id}`.execute(db);
}

export async function markFailed(db: Db, id: string, reason: string): Promise<void> {
  await sql`update outbox set last_error = ${reason.slice(0, 500)} where id = ${id}`.execute(db);
}

/** Old messages go; unsent ones too, they have been given up long since. */
export async function forgetOldMessages(db: Db): Promise<void> {
  await sql`delete from outbox where created_at < now() - interval '30 days'`.execute(db);
}
