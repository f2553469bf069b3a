import { sql } from 'kysely';
import type { Db } from '#server/platform/database/database.ts';

/**
 * Returns those of these holdings that cannot be retired or resold yet: by the terms of their trade, they must be paid
 * and delivered first.
 */
export async function heldBack(db: Db, holdingIds: readonly string[]): Promise<readonly string[]> {
  if (holdingIds.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    select place.id from ledger_account place
    left join buy_order_part part on part.id = place.source_id and place.source_kind = 'buy_order_part'
    join settlement on settlement.award_id = place.source_id or settlement.buy_order_id = part.buy_order_id
    where place.id = any(${[...holdingIds]}::uuid[]) and place.kind = 'held' and settlement.holds_back
      and settlement.whole not in ('settled', 'settledOutside')`.execute(db);
  return rows.map(({ id }) => id);
}
