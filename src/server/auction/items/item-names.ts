import { sql } from 'kysely';
import { itemName } from '#domain/auction/judge-item.ts';
import type { ItemRow } from '#server/auction/auction-rows.ts';
import type { Db } from '#server/platform/database/database.ts';

export const nameOf = (item: ItemRow): string =>
  itemName({
    recCountry: item.country,
    recFuelType: item.fuel_type,
    vintageYear: item.vintage_year,
    vintagePeriod: item.vintage_period,
  });

/** Display names of items by their ids. */
export const namesOf = (items: readonly ItemRow[]): ReadonlyMap<string, string> =>
  new Map(items.map((item) => [item.id, nameOf(item)]));

/** Names of items, as far as they are still there. */
export async function itemNames(db: Db, ids: readonly (string | null)[]): Promise<ReadonlyMap<string | null, string>> {
  const { rows } = await sql<ItemRow>`
    select * from auction_item where id = any(${ids.filter((id) => id !== null)}::uuid[])`.execute(db);
  return namesOf(rows);
}
