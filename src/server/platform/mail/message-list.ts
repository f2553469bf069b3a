import { sql, type RawBuilder } from 'kysely';
import {
  maskAddresses,
  maskRecipient,
  type HourOfMessages,
  type MessageKind,
  type MessageState,
} from '#domain/notice/message.ts';
import type { Db } from '#server/platform/database/database.ts';
import { countUpToLimit, offsetOf, type Count, type PageQuery } from '#server/platform/database/page.ts';
import { ATTEMPTS_MAX, NOBODY } from '#server/platform/mail/outbox.ts';

/** A message as administrators see it: without its text, and with a masked recipient. */
export type MessageRow = {
  readonly id: string;
  readonly channel: 'email' | 'sms';
  readonly kind: MessageKind;
  readonly subject: string;
  readonly recipient: string;
  readonly state: MessageState;
  readonly attempts: number;
  readonly reason: string | null;
  readonly createdAt: Date;
  readonly attemptedAt: Date | null;
  readonly sentAt: Date | null;
  readonly nextAttemptAt: Date | null;
  readonly usefulUntil: Date | null;
  readonly hasText: boolean;
};

const IS_OVER = sql`(attempts >= ${ATTEMPTS_MAX} or coalesce(useful_until <= now(), false))`;

/** SQL: the state of a message (`MessageState`). */
const STATE = sql`case when sent_at is not null then 'sent'
  when last_error is not null or ${IS_OVER} then 'failed' else 'waiting' end`;

/** SQL: the columns of `MessageRow`. The subject of a message with a secret stays hidden. */
const COLUMNS = sql`
  id, channel, kind, case when is_sealed then '' else subject end as subject, recipient, ${STATE} as state, attempts,
  last_error as reason, created_at as "createdAt", attempted_at as "attemptedAt", sent_at as "sentAt",
  case when sent_at is null and not ${IS_OVER} then next_attempt_at end as "nextAttemptAt",
  useful_until as "usefulUntil", body <> '' as "hasText"`;

type MessageFilter = { readonly search: string; readonly state?: MessageState | undefined };

const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** SQL: the messages that match a filter. A search finds the whole recipient or the id. */
function matching({ search, state }: MessageFilter): RawBuilder<unknown> {
  const text = search.trim();
  const conditions = [
    sql`recipient <> ${NOBODY}`,
    ...(text === '' ? [] : [ID.test(text) ? sql`id = ${text}::uuid` : sql`lower(recipient) = ${text.toLowerCase()}`]),
    ...(state ? [state === 'sent' ? sql`sent_at is not null` : sql`sent_at is null and ${STATE} = ${state}`] : []),
  ];
  return sql.join(conditions, sql` and `);
}

const masked = (row: MessageRow): MessageRow => ({
  ...row,
  recipient: maskRecipient(row.recipient),
  reason: row.reason === null ? null : maskAddresses(row.reason),
});

/** Returns one page of the messages, the newest first. */
export async function pageOfMessages(
  db: Db,
  query: MessageFilter & PageQuery,
): Promise<{ rows: MessageRow[]; count: Count }> {
  const { rows } = await sql<MessageRow>`
    select ${COLUMNS} from outbox where ${matching(query)}
    order by created_at desc, id limit ${query.limit} offset ${offsetOf(query)}`.execute(db);
  const count = await countUpToLimit(db, sql`from outbox where ${matching(query)}`, query);
  return { rows: rows.map(masked), count };
}

/** Locks a message until the transaction ends and returns it. Undefined if there is none. */
export async function lockMessage(db: Db, id: string): Promise<MessageRow | undefined> {
  const { rows } = await sql<MessageRow>`
    select ${COLUMNS} from outbox where id = ${id} and recipient <> ${NOBODY} for update`.execute(db);
  return rows.map(masked)[0];
}

/**
 * Queues a stored message again, with a new series of attempts. An attempt may still be in progress in another process,
 * so an unsent message waits until a minute after its last attempt. An attempt takes less time.
 */
export async function requeueMessage(db: Db, id: string): Promise<MessageRow | undefined> {
  await sql`
    update outbox set attempts = 0, last_error = null, sent_at = null,
      next_attempt_at = case when sent_at is null then greatest(now(), attempted_at + interval '1 minute') else now() end
    where id = ${id}`.execute(db);
  return lockMessage(db, id);
}

/** Counts the messages whose last attempt was within the last hour. */
export async function countLastHour(db: Db): Promise<HourOfMessages> {
  const { rows } = await sql<HourOfMessages>`
    select count(*) filter (where sent_at is not null)::int as sent,
      count(*) filter (where sent_at is null and last_error is not null)::int as failed,
      count(distinct lower(recipient)) filter (where sent_at is null and last_error is not null)::int
        as "failedRecipients"
    from outbox where attempted_at > now() - interval '1 hour'`.execute(db);
  return rows[0] ?? { sent: 0, failed: 0, failedRecipients: 0 };
}
