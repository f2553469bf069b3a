import { sql } from 'kysely';
import type { Db } from '#server/platform/database/database.ts';

/**
 * Returns since when the oldest device of each holding works: its commissioning, or its last repowering. Leaves out
 * holdings in which some RECs have no certificates, or some device has no known date, because their age is unknown.
 */
export async function findCommissioning(db: Db, holdingIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (holdingIds.length === 0) return new Map();
  const { rows } = await sql<{ id: string; since: string }>`
    select place.id, min(coalesce(d.repowered_on, d.commissioned_on))::text as since
    from ledger_account place
    join certificate_range r on r.ledger_account_id = place.id and r.closed_at is null
    join certificate_lot l on l.id = r.lot_id join device d on d.id = l.device_id
    where place.id = any(${[...holdingIds]}::uuid[])
    group by place.id, place.balance
    having sum(r.last - r.first + r.step) >= place.balance
      and bool_and(coalesce(d.repowered_on, d.commissioned_on) is not null)`.execute(db);
  return new Map(rows.map(({ id, since }) => [id, since]));
}
