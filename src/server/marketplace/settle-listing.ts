import { supplyOf, type Place } from '#domain/holding/ledger.ts';
import { listingMovements, type ListedItem } from '#domain/holding/listing-movements.ts';
import { offeredQuantity } from '#domain/marketplace/offered-quantity.ts';
import { book, type Booking } from '#server/ledger/book.ts';
import { findListed, findPlaces, goodsOf } from '#server/ledger/place-of.ts';
import { quantitiesOf } from '#server/marketplace/present-sell-order.ts';
import {
  itemsOfSellOrders,
  sellOrdersById,
  statusOf,
  type LockedSellOrder,
  type SellOrderItemRow,
} from '#server/marketplace/sell-order-rows.ts';
import type { Db } from '#server/platform/database/database.ts';

/**
 * Brings the ledger to what a sell order offers now, by booking the difference. Runs in the transaction that changed
 * the sell order and holds its lock: after publishing, edits, decisions, cancelling, deleting and the end
 * (decision 26).
 */
export async function settleListing(db: Db, before: LockedSellOrder, booking: Booking = {}): Promise<void> {
  const { id, seller_account_id: sellerAccountId } = before.order;
  const [order] = await sellOrdersById(db, [id]);
  const items = await itemsOfSellOrders(db, [id]);
  const isOffered = order !== undefined && order.publish_at !== null && !isDone(statusOf(order, before.nowMs));
  const holdings = await findPlaces(
    db,
    [...before.items, ...items].flatMap(({ holding_id: holdingId }) => holdingId ?? []),
  );
  const offer = (row: SellOrderItemRow, isListed: boolean): ListedItem => ({
    place: listedPlace(sellerAccountId, row),
    source: holdings.get(row.holding_id) ?? supplyOf(sellerAccountId, goodsOf(row)),
    quantity: offeredQuantity(quantitiesOf(row), isListed),
  });
  const was = before.items.map((row) => offer(row, isOffered));
  const is = items.map((row) => offer(row, isOffered));
  const sources = [...new Set([...was, ...is].map(({ place }) => place.sourceId))];
  await book(db, listingMovements(was, is, await findListed(db, sources)), booking);
}

const isDone = (status: ReturnType<typeof statusOf>): boolean => status === 'ended' || status === 'cancelled';

/** Returns the ledger account of the RECs that an item of a sell order lists. */
export const listedPlace = (sellerAccountId: string, row: SellOrderItemRow): Place => ({
  kind: 'listed',
  accountId: sellerAccountId,
  goods: goodsOf(row),
  sourceKind: 'sell_order_item',
  sourceId: row.id,
});
