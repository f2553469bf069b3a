import { sql } from 'kysely';
import type { Db } from '#server/platform/database/database.ts';
import type { Call } from '#server/platform/http/operation.ts';
import { requireSession } from '#server/platform/http/require-session.ts';
import { queueMails, type WriteMail } from '#server/platform/mail/queue-mails.ts';

/**
 * Locks the operator's keys and webhooks until the transaction ends, so that changes run one after the other.
 * @throws Refused if the caller's session ended in the meantime
 */
export async function lockOperator({ db, caller }: Pick<Call, 'db' | 'caller'>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('operator keys and webhooks', 0))`.execute(db);
  await requireSession(db, caller);
}

/** Sends an email to every administrator with an address. */
export async function mailAdmins(db: Db, write: WriteMail): Promise<void> {
  const { rows } = await sql<{ email: string }>`
    select email from app_user where auction_user_role = 'Admin' and email <> '' order by id`.execute(db);
  await queueMails(
    db,
    'programs',
    rows.map(({ email }) => ({ recipient: email, write })),
  );
}
