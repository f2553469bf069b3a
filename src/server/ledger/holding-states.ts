import { sql } from 'kysely';
import type { HoldingState } from '#contract/award/release.ts';
import type { Db } from '#server/platform/database/database.ts';

type StateRow = {
  source_id: string;
  holding_id: string;
  held: string;
  retired: string;
  released: string;
  resold: string;
};

/** Where the RECs of these awards and parts of buy orders are, by their ids; what isn't in the ledger isn't in it. */
export async function holdingStates(db: Db, sourceIds: readonly string[]): Promise<ReadonlyMap<string, HoldingState>> {
  const { rows } = await sql<StateRow>`
    select held.source_id, held.id as holding_id, held.balance as held, gone.retired, gone.released, gone.listed - back.quantity as resold
    from ledger_account held
    cross join lateral (
      select coalesce(sum(quantity) filter (where kind = 'retired'), 0) as retired,
             coalesce(sum(quantity) filter (where kind = 'released'), 0) as released,
             coalesce(sum(quantity) filter (where kind = 'listed'), 0) as listed
      from ledger_entry where from_id = held.id) gone
    cross join lateral (
      select coalesce(sum(quantity), 0) as quantity from ledger_entry where to_id = held.id and kind = 'returned') back
    where held.kind = 'held' and held.source_id = any(${[...sourceIds]}::uuid[])`.execute(db);
  return new Map(
    rows.map((row) => [
      row.source_id,
      {
        holdingId: row.holding_id,
        held: Number(row.held),
        retired: Number(row.retired),
        released: Number(row.released),
        resold: Number(row.resold),
      },
    ]),
  );
}
