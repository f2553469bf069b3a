import type { Selectable } from 'kysely';
import type { Goods, Place } from '#domain/holding/ledger.ts';
import type { Db } from '#server/platform/database.ts';
import type { Tables } from '#server/platform/tables.ts';

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
