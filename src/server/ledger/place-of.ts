import type { Selectable } from 'kysely';
import type { Goods, Place } from '#domain/holding/ledger.ts';
import type { ListedBalance } from '#domain/holding/listing-movements.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Tables } from '#server/platform/tables/tables.ts';

type GoodsRow = Pick<Selectable<Tables['auction_item']>, 'country' | 'fuel_type' | 'vintage_year' | 'vintage_period'>;

export const goodsOf = (row: GoodsRow): Goods => ({
  country: row.country,
  fuelType: row.fuel_type,
  vintageYear: row.vintage_year,
  vintagePeriod: row.vintage_period,
});

export const placeOf = (row: Selectable<Tables['ledger_account']>): Place => ({
  kind: row.kind,
  accountId: row.account_id,
  goods: goodsOf(row),
  sourceKind: row.source_kind,
  sourceId: row.source_id,
});

/** Where the RECs of a holding are. */
export const heldPlace = async (db: Db, holdingId: string): Promise<Place> =>
  placeOf(
    await db
      .selectFrom('ledger_account')
      .selectAll()
      .where('id', '=', holdingId)
      .where('kind', '=', 'held')
      .executeTakeFirstOrThrow(),
  );

/** What of these items is on offer: also of items that are gone, or were of other goods once. */
export async function findListed(db: Db, itemIds: readonly string[]): Promise<ListedBalance[]> {
  if (itemIds.length === 0) return [];
  const rows = await db
    .selectFrom('ledger_account')
    .selectAll()
    .where('kind', '=', 'listed')
    .where('source_id', 'in', [...itemIds])
    .execute();
  return rows.map((row) => ({ place: placeOf(row), balance: Number(row.balance) }));
}
