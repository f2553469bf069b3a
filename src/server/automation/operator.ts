import { sql } from 'kysely';
import type { Db } from '#server/platform/database/database.ts';
import type { Call } from '#server/platform/http/operation.ts';
import { lockInSession } from '#server/platform/http/require-session.ts';
import { queueMails, type WriteMail } from '#server/platform/mail/queue-mails.ts';

/** Locks the operator's keys and webhooks (`lockInSession`). */
export const lockOperator = (call: Pick<Call, 'db' | 'caller'>): Promise<void> =>
  lockInSession(call, 'operator keys and webhooks');

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
