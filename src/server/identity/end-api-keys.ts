import { sql } from 'kysely';
import { noteSecurity } from '#server/platform/note-security.ts';
import type { Db } from '#server/platform/database.ts';
import { sessionOfKey } from '#server/platform/session-of-key.ts';
import type { SessionEnds } from '#server/identity/session-ends.ts';

/**
 * Revokes every API key that this person made, in whatever company; `by` is who asked for it. Returns the sessions of the
 * keys, to be announced after the commit: their sockets close.
 */
export async function endApiKeysOf(db: Db, ends: SessionEnds, { userId, by }: EndedKeys): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update api_key set revoked_at = now(), revoked_by = ${by}
    where user_id = ${userId} and revoked_at is null returning id`.execute(db);
  for (const { id } of rows) noteSecurity('api_key_revoked', { userId, apiKeyId: id });
  const sessions = rows.map(({ id }) => sessionOfKey(id));
  await ends.notify(db, sessions);
  return sessions;
}
type EndedKeys = { readonly userId: string; readonly by: string };
