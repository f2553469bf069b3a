import { sql } from 'kysely';
import type { Db } from '#server/platform/database/database.ts';

/** Returns the settlements whose seller has instructed a delivery that is not at the registry yet, the oldest first. */
export async function findInstructed(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('settlement')
    .select('id')
    .where('whole', '=', 'open')
    .where('delivery', '=', 'instructed')
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns the version at which the seller instructed the present part of the delivery; undefined if it never did. */
export async function partInstructed(db: Db, settlementId: string): Promise<number | undefined> {
  const { rows } = await sql<{ part: number | null }>`
    select max(version) as part from settlement_event
    where settlement_id = ${settlementId} and step = 'instructDelivery'`.execute(db);
  return rows[0]?.part ?? undefined;
}
