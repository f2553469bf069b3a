import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#server/platform/database/database.ts';
import { sha256 } from '#server/platform/runtime/sha256.ts';
import { logSecurityEvent } from '#server/platform/telemetry/log-security-event.ts';

const TOKEN_BYTES = 32;

/** Returns when the person created the link to the calendar; null without a link. */
export async function findCalendarLink(db: Db, userId: string): Promise<string | null> {
  const row = await db
    .selectFrom('calendar_link')
    .select('created_at')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.created_at.toISOString() ?? null;
}

/** Stores a new link, which replaces the person's earlier one. Returns its token. Only the hash is stored. */
export async function replaceCalendarLink(
  db: Db,
  userId: string,
): Promise<{ readonly token: string; readonly createdAt: string }> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const { rows } = await sql<{ created_at: Date }>`
    insert into calendar_link (user_id, token_hash) values (${userId}, ${sha256(token)})
    on conflict (user_id) do update set token_hash = excluded.token_hash, created_at = excluded.created_at
    returning created_at`.execute(db);
  logSecurityEvent('calendar_link_made', { userId });
  return { token, createdAt: rows[0]?.created_at.toISOString() ?? '' };
}

/** Revokes the person's link, if there is one. */
export async function deleteCalendarLink(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('calendar_link').where('user_id', '=', userId).execute();
}

/** Returns the id of the person whose link has this token. */
export async function personOfToken(db: Db, token: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('calendar_link')
    .select('user_id')
    .where('token_hash', '=', sha256(token))
    .executeTakeFirst();
  return row?.user_id;
}
