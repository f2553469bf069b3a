import { sql } from 'kysely';
import type { HoldingState } from '#contract/award/release.ts';
import type { Db } from '#server/platform/database/database.ts';

/**
 * Returns how many RECs of these awards and parts of buy orders are held, retired, released and resold, by source id.
 * Omits sources that are not in the ledger.
 */
export async function holdingStates(db: Db, sourceIds: readonly string[]): Promise<ReadonlyMap<string, HoldingState>> {
  const { rows } = await sql<HoldingState & { readonly sourceId: string }>`
    select held.source_id as "sourceId", held.id as "holdingId", held.balance::float8 as held,
      gone.retired::float8 as retired, gone.released::float8 as released, (gone.listed - back.quantity)::float8 as resold
    from ledger_account held
    cross join lateral (
      select coalesce(sum(quantity) filter (where kind = 'retired'), 0) as retired,
             coalesce(sum(quantity) filter (where kind = 'released'), 0) as released,
             coalesce(sum(quantity) filter (where kind = 'listed'), 0) as listed
      from ledger_entry where from_id = held.id) gone
    cross join lateral (
      select coalesce(sum(quantity), 0) as quantity from ledger_entry where to_id = held.id and kind = 'returned') back
    where held.kind = 'held' and held.source_id = any(${[...sourceIds]}::uuid[])`.execute(db);
  return new Map(rows.map(({ sourceId, ...state }) => [sourceId, state]));
}
