import { sql } from 'kysely';
import { WrongConfiguration } from '#server/platform/config/read-settings.ts';
import type { Database } from '#server/platform/database/database.ts';

/** SQLSTATE classes of a role, a password or a database that isn't known there, and what the way there says. */
const NOT_REACHED = /^(?:28|3D)|^E(?:CONNREFUSED|NOTFOUND|AI_AGAIN|HOSTUNREACH|TIMEDOUT)$/;

/** Throws `WrongConfiguration`, which names the setting, where nobody answers or whoever answers doesn't know us. */
export async function reachDatabase({ db }: Database, setting = 'DATABASE_URL'): Promise<void> {
  try {
    await sql`select 1`.execute(db);
  } catch (failure) {
    const code = failure instanceof Error && 'code' in failure ? String(failure.code) : '';
    if (!(failure instanceof Error) || !NOT_REACHED.test(code)) throw failure;
    throw new WrongConfiguration([`${setting}: the database can't be opened: ${failure.message || code} (${code})`]);
  }
}
