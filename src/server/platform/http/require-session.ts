import { sql } from 'kysely';
import type { Db } from '#server/platform/database/database.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import type { Call } from '#server/platform/http/operation.ts';
import { Refused } from '#server/platform/http/refused.ts';

/**
 * Refuses a caller whose session ended after the call began. Use it in calls that create a thing that a password change
 * revokes, such as an invitation. This function locks the user row until the transaction ends, as a password change
 * does. So either the password change comes later and revokes the new thing, or this function finds no session
 * (decision 74).
 * @throws Refused session_revoked
 */
export async function requireSession(db: Db, { userId, sessionId }: Caller): Promise<void> {
  await sql`select from app_user where id = ${userId} for share`.execute(db);
  const { rows } = await sql`
    select from user_session where user_id = ${userId} and session_id = ${sessionId}`.execute(db);
  if (rows.length === 0) throw new Refused('session_revoked');
}

/** Takes the lock of this name until the transaction ends, so that the changes under it run one after the other. */
export const takeLock = async (db: Db, name: string): Promise<void> =>
  void (await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db));

/**
 * Takes a lock (`takeLock`) for a person.
 * @throws Refused session_revoked if the caller's session ended in the meantime
 */
export async function lockInSession({ db, caller }: Pick<Call, 'db' | 'caller'>, name: string): Promise<void> {
  await takeLock(db, name);
  await requireSession(db, caller);
}
