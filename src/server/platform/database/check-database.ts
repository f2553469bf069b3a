import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { WrongConfiguration } from '#server/platform/config/read-settings.ts';
import type { Database, Db } from '#server/platform/database/database.ts';

/** SQLSTATEs for an unknown role, password or database, or for a standby, and error codes of the network. */
const UNREACHABLE = /^(?:28|3D|25006$)|^E(?:CONNREFUSED|NOTFOUND|AI_AGAIN|HOSTUNREACH|TIMEDOUT)$/;

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

const MARK = 'greenlot.session';
const ROUNDS = 5;

/**
 * Checks that each connection keeps a session of its own. Behind a pooler in transaction or statement mode it does not:
 * then prepared statements and notifications of other processes would fail. Needs two connections.
 * @throws WrongConfiguration if connections share sessions
 */
export async function checkSessions({ db, kind }: Database): Promise<void> {
  if (kind === 'pglite') return;
  const isShared = await db.connection().execute((one) =>
    db.connection().execute(async (other) => {
      // Two connections mark their sessions in turn. A pooler gives both of them the session that is free, or each time
      // the next one. A growing number of statements between marking and reading shows that, too.
      for (let round = 0; round < ROUNDS; round += 1) {
        const marks = [await markSession(one), await markSession(other)];
        for (let more = 0; more < round; more += 1) await readMark(one);
        const read = [await readMark(one), await readMark(other)];
        if (read.some((mark, at) => mark !== marks[at])) return true;
      }
      return false;
    }),
  );
  if (isShared)
    throw new WrongConfiguration([
      'DATABASE_URL: it leads to a pooler in transaction or statement mode, with which bids would fail. Use session mode, or connect to PostgreSQL directly',
    ]);
}

async function markSession(db: Db): Promise<string> {
  const mark = randomUUID();
  await sql`select set_config(${MARK}, ${mark}, false)`.execute(db);
  return mark;
}

async function readMark(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ mark: string }>`select current_setting(${MARK}, true) as mark`.execute(db);
  return rows[0]?.mark;
}
