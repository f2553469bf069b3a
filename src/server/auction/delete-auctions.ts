import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#server/platform/database/database.ts';

/** Deletes auctions with everything that belongs to them; their ids. */
export async function deleteAuctions(db: Db, isMeant: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from auction where ${isMeant} for update`.execute(db);
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return [];
  for (const table of ['award', 'bid_history', 'bid_request'] as const)
    await db.deleteFrom(table).where('auction_id', 'in', ids).execute();
  await db.deleteFrom('auction').where('id', 'in', ids).execute();
  return ids;
}
