import { sql } from 'kysely';
import { WrongConfiguration } from '#server/platform/config/read-settings.ts';
import type { Database } from '#server/platform/database/database.ts';

/** SQLSTATE classes for an unknown role, password or database, and error codes of the network. */
const UNREACHABLE = /^(?:28|3D)|^E(?:CONNREFUSED|NOTFOUND|AI_AGAIN|HOSTUNREACH|TIMEDOUT)$/;

/**
 * Checks that the database can be opened.
 * @throws WrongConfiguration that names the setting, if the database is unreachable or refuses our credentials
 */
export async function checkDatabase({ db }: Database, setting = 'DATABASE_URL'): Promise<void> {
  try {
    await sql`select 1`.execute(db);
  } catch (failure) {
    const code = failure instanceof Error && 'code' in failure ? String(failure.code) : '';
    if (!(failure instanceof Error) || !UNREACHABLE.test(code)) throw failure;
    throw new WrongConfiguration([`${setting}: cannot connect to the database: ${failure.message || code} (${code})`]);
  }
}
