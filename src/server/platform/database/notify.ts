import { sql } from 'kysely';
import type { Db } from '#server/platform/database/database.ts';

/**
 * Notifies all processes that listen on a channel, including this process. Within a transaction, the notifications are
 * sent only at the commit.
 */
export async function notify(db: Db, channel: string, payloads: readonly string[]): Promise<void> {
  await sql`select pg_notify(${channel}, payload) from unnest(${[...payloads]}::text[]) as payload`.execute(db);
}
