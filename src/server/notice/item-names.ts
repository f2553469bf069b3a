import { sql } from 'kysely';
import { itemName } from '#domain/auction/judge-item.ts';
import type { ItemRow } from '#server/auction/auction-rows.ts';
import type { Db } from '#server/platform/database.ts';

/** Names of items, as far as they are still there. */
export async function itemNames(db: Db, ids: readonly (string | null)[]): Promise<ReadonlyMap<string | null, string>> {
  const { rows } = await sql<ItemRow>`
    select * from auction_item where id = any(${ids.filter((id) => id !== null)}::uuid[])`.execute(db);
  return new Map(
    rows.map((row) => {
      const { country: recCountry, fuel_type: recFuelType } = row;
      const { vintage_year: vintageYear, vintage_period: vintagePeriod } = row;
      return [row.id, itemName({ recCountry, recFuelType, vintageYear, vintagePeriod })];
    }),
  );
}
