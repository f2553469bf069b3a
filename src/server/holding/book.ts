import { sql } from 'kysely';
import type { Movement, Place } from '#domain/holding/ledger.ts';
import type { Db } from '#server/platform/database.ts';
import { Refused } from '#server/platform/refused.ts';

/** Who books, and why; nobody where the clock does. */
export type Booking = { readonly userId?: string; readonly remark?: string };

/**
 * Writes movements into the ledger as one statement: all or none, and two that meet never wait for each other crosswise. Who
 * moves the same RECs on within a transaction books both at once. Throws `holding_too_small` where a place would have less
 * than nothing; the transaction is lost then. Places that aren't there yet are made.
 */
export async function book(
  db: Db,
  movements: readonly Movement[],
  { userId, remark = '' }: Booking = {},
): Promise<void> {
  if (movements.length === 0) return;
  await openPlaces(
    db,
    movements.flatMap(({ from, to }) => [from, to]),
  );
  const [from, to] = [
    columnsOf(movements.map((movement) => movement.from)),
    columnsOf(movements.map((movement) => movement.to)),
  ];
  try {
    await sql`
      insert into ledger_entry (kind, from_id, to_id, quantity, made_by, remark)
      select moved.kind, source.id, target.id, moved.quantity, ${userId ?? null}::uuid, ${remark}
      from unnest(${movements.map(({ kind }) => kind)}::text[], ${movements.map(({ quantity }) => quantity)}::bigint[])
        with ordinality as moved (kind, quantity, at)
      join ${from} as source_place on source_place.at = moved.at
      join ${to} as target_place on target_place.at = moved.at
      join ledger_account source on ${isPlace('source')}
      join ledger_account target on ${isPlace('target')}
      order by moved.at`.execute(db);
  } catch (error) {
    if (isTooSmall(error)) throw new Refused('holding_too_small');
    throw error;
  }
}

async function openPlaces(db: Db, places: readonly Place[]): Promise<void> {
  // In one order, for two transactions may open the same places.
  await sql`
    insert into ledger_account (kind, account_id, country, fuel_type, vintage_year, vintage_period, source_kind, source_id)
    select distinct kind, account_id, country, fuel_type, vintage_year, vintage_period, source_kind, source_id
    from ${columnsOf(places)} as place
    order by source_id, kind, account_id, country, fuel_type, vintage_year, vintage_period
    on conflict do nothing`.execute(db);
}

/** Places as rows of a statement. */
function columnsOf(places: readonly Place[]) {
  const column = <T>(pick: (place: Place) => T): T[] => places.map(pick);
  return sql`(
    select * from unnest(
      ${column(({ kind }) => kind)}::text[], ${column(({ accountId }) => accountId)}::uuid[],
      ${column(({ goods }) => goods.country)}::text[], ${column(({ goods }) => goods.fuelType)}::text[],
      ${column(({ goods }) => goods.vintageYear)}::int[], ${column(({ goods }) => goods.vintagePeriod)}::text[],
      ${column(({ sourceKind }) => sourceKind)}::text[], ${column(({ sourceId }) => sourceId)}::uuid[])
    with ordinality
    as place (kind, account_id, country, fuel_type, vintage_year, vintage_period, source_kind, source_id, at))`;
}

const isPlace = (which: 'source' | 'target') =>
  sql.raw(
    ['kind', 'account_id', 'country', 'fuel_type', 'vintage_year', 'vintage_period', 'source_id']
      .map((column) => `${which}.${column} = ${which}_place.${column}`)
      .join(' and '),
  );

const isTooSmall = (error: unknown): boolean =>
  error instanceof Error && 'constraint' in error && error.constraint === 'ledger_account_not_negative';
