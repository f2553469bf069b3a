import { sql } from 'kysely';
import type { Db } from '#server/platform/database/database.ts';

/**
 * A key is repeated by a page that got no answer: within seconds, or by the person in front of it, who may come back to
 * an open form after a weekend. A page that is loaded anew makes new keys.
 */
export const REQUEST_KEPT_MS = 7 * 24 * 60 * 60_000;

/** The answers to requests that nobody repeats any more. */
export async function forgetRequests(db: Db, nowMs: number): Promise<void> {
  await sql`delete from idempotent_request where created_at < ${new Date(nowMs - REQUEST_KEPT_MS)}`.execute(db);
}
