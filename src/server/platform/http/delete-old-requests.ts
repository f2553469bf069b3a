import { sql } from 'kysely';
import type { Db } from '#server/platform/database/database.ts';

/**
 * Milliseconds for which idempotency keys are kept. A page that got no reply repeats the key within seconds. But a
 * person may return to an open form after a weekend and submit it again. A reloaded page creates new keys.
 */
export const REQUEST_KEPT_MS = 7 * 24 * 60 * 60_000;

/** Deletes the stored replies of idempotent requests that nobody repeats any more. */
export async function deleteOldRequests(db: Db, nowMs: number): Promise<void> {
  await sql`delete from idempotent_request where created_at < ${new Date(nowMs - REQUEST_KEPT_MS)}`.execute(db);
}
