import { randomUUID } from 'node:crypto';
import { sql, type Insertable, type RawBuilder } from 'kysely';
import { itemName, type AcceptedItem, type MinimumQuantities } from '#domain/auction/judge-item.ts';
import { judgeChanges, type AcceptedChange, type KnownItem } from '#domain/auction/item-changes.ts';
import { decimalOfCents } from '#domain/basics/price.ts';
import { refusalOf } from '#domain/basics/accept.ts';
import { type ItemRow, itemsOf } from '#server/auction/auction-rows.ts';
import type { Db } from '#server/platform/database/database.ts';
import { Refused } from '#server/platform/http/refused.ts';
import type { Tables } from '#server/platform/database/tables.gen.ts';

/** Returns the fields of an item from its row. */
export const itemFields = (row: ItemRow) => ({
  recCountry: row.country,
  recFuelType: row.fuel_type,
  vintageYear: row.vintage_year,
  vintagePeriod: row.vintage_period,
  recQuantity: row.quantity,
  partialFulfillment: row.partial_fulfillment,
  minQuantity: row.min_quantity,
  maxQuantity: row.max_quantity,
  minimumBidPrice: decimalOfCents(row.minimum_bid_price_cents),
  maximumBidPrice: decimalOfCents(row.maximum_bid_price_cents),
  description: row.description,
  address: row.address,
  latitude: row.latitude,
  longitude: row.longitude,
  imageIds: row.image_ids,
});

export const storedItemName = (item: ItemRow): string => itemName(itemFields(item));

/** Returns the display names of items by their ids. */
export const storedItemNames = (items: readonly ItemRow[]): ReadonlyMap<string, string> =>
  new Map(items.map((item) => [item.id, storedItemName(item)]));

/** Returns the names of the items in this list that still exist, by their ids. */
export async function itemNames(db: Db, ids: readonly (string | null)[]): Promise<ReadonlyMap<string | null, string>> {
  const known = ids.filter((id) => id !== null);
  if (known.length === 0) return new Map();
  const { rows } = await sql<ItemRow>`select * from auction_item where id = any(${known}::uuid[])`.execute(db);
  return storedItemNames(rows);
}

/** Returns an item in the form that the rules use. */
export const knownItem = (row: ItemRow): KnownItem => ({ itemId: row.id, item: itemFields(row) });

const columnsOf = (item: AcceptedItem) => ({
  country: item.recCountry,
  fuel_type: item.recFuelType,
  vintage_year: item.vintageYear,
  vintage_period: item.vintagePeriod,
  quantity: item.recQuantity,
  partial_fulfillment: item.partialFulfillment,
  min_quantity: item.minQuantity,
  max_quantity: item.maxQuantity,
  minimum_bid_price_cents: item.minimumBidPriceCents,
  maximum_bid_price_cents: item.maximumBidPriceCents,
  description: item.description,
  address: item.address,
  latitude: item.latitude,
  longitude: item.longitude,
  image_ids: item.imageIds,
});

/** Stores changes that were judged together. New items follow the present ones, in the given order. */
export async function storeChanges(
  db: Db,
  auctionId: string,
  present: readonly ItemRow[],
  changes: readonly AcceptedChange[],
): Promise<void> {
  // Items may swap their products, so uniqueness is checked after all changes.
  await sql`set constraints auction_item_kind deferred`.execute(db);
  let position = Math.max(0, ...present.map((row) => row.position));
  const added: Insertable<Tables['auction_item']>[] = [];
  for (const change of changes) {
    if (change.kind === 'deleted') {
      await db.deleteFrom('auction_item').where('id', '=', change.itemId).execute();
    } else if (change.kind === 'updated') {
      await db.updateTable('auction_item').set(columnsOf(change.item)).where('id', '=', change.itemId).execute();
    } else {
      const place = { id: change.itemId, auction_id: auctionId, position: (position += 1) };
      added.push({ ...place, ...columnsOf(change.item) });
    }
  }
  if (added.length > 0) await db.insertInto('auction_item').values(added).execute();
  await sql`set constraints auction_item_kind immediate`.execute(db);
}

/** SQL: the quantity of an item that was sold at the closing. */
export const soldOf = (itemId: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`coalesce((select sum(quantity) from award where item_id = ${itemId} and offer_id is null), 0)::int`;

/**
 * Refuses items that break a rule. For example, the unsold rest of an item may be less than the minimum quantity.
 * @throws Refused draft_items_to_correct, with the names of these items
 */
export function refuseItems(rows: readonly ItemRow[], minimums: MinimumQuantities): void {
  const items = rows.map(knownItem);
  const changes = items.map((known) => ({ kind: 'updated' as const, ...known }));
  const refused = refusalOf(judgeChanges(items, changes, { ...minimums, countries: [] }));
  const names = [...storedItemNames(rows)].flatMap(([id, name]) => (refused?.wrong.has(id) ? [name] : []));
  if (names.length > 0) throw new Refused('draft_items_to_correct', { items: names.join(', ') });
}

/** Copies the items of an auction, with their images, to an auction that has no items yet. */
export async function copyItems(db: Db, { from, to }: { readonly from: string; readonly to: string }): Promise<void> {
  const copies = (await itemsOf(db, [from])).map((item) => ({ ...item, id: randomUUID(), auction_id: to }));
  if (copies.length > 0) await db.insertInto('auction_item').values(copies).execute();
}
