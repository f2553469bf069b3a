import { sql } from 'kysely';
import { CODE_SENDS_WINDOW_MS } from '#domain/identity/one-time-code.ts';
import { FAILURE_RULES } from '#domain/identity/rest-after-failures.ts';
import type { Db } from '#server/platform/database/database.ts';

/** What is left of sessions, codes, devices and failures that are over. */
export async function forgetExpired(db: Db, nowMs: number): Promise<void> {
  const now = new Date(nowMs);
  await sql`delete from oidc_model where expires_at < ${now}`.execute(db);
  await sql`delete from user_session where expires_at < ${now}`.execute(db);
  await sql`delete from trusted_device where expires_at < ${now}`.execute(db);
  // Longer than any rest and than the hour over which sends are counted.
  await sql`delete from one_time_code where expires_at < ${new Date(nowMs - CODE_SENDS_WINDOW_MS)}`.execute(db);
  await sql`delete from registration where expires_at < ${now}`.execute(db);
  await sql`delete from identity_ticket where expires_at < ${now}`.execute(db);
  await sql`delete from sign_in_failure where last_at < ${new Date(nowMs - FAILURE_KEPT_MS)}`.execute(db);
}

const FAILURE_KEPT_MS = Math.max(...Object.values(FAILURE_RULES).map((rule) => rule.forgetAfterMs));
