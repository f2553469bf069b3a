import { sql } from 'kysely';
import type { Db } from '#server/platform/database/database.ts';

const KEPT_DAYS = 90;

/** Notices that nobody will look up any more, and what was told of auctions that are long over. */
export async function forgetNotices(db: Db, nowMs: number): Promise<void> {
  const before = new Date(nowMs - KEPT_DAYS * 24 * 60 * 60_000);
  await sql`delete from notice where at < ${before}`.execute(db);
  await sql`delete from notice_told where told_at < ${before}`.execute(db);
  await sql`delete from outbid_told where told_at < ${before}`.execute(db);
}
