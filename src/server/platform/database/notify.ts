import { sql } from 'kysely';
import type { Db } from '#server/platform/database/database.ts';

/** Tells every process that listens on a channel, this one too: in a transaction once it commits, and only then. */
export async function notify(db: Db, channel: string, payloads: readonly string[]): Promise<void> {
  await sql`select pg_notify(${channel}, payload) from unnest(${[...payloads]}::text[]) as payload`.execute(db);
}
