import { supplyOf, type LedgerAccount } from '#domain/holding/ledger.ts';
import { listingMovements, type ListedItem } from '#domain/holding/listing-movements.ts';
import { offeredQuantity } from '#domain/marketplace/offered-quantity.ts';
import { bookMovements, type Booking } from '#server/ledger/book.ts';
import { findListed, findLedgerAccounts, productOf } from '#server/ledger/ledger-accounts.ts';
import { quantitiesOf } from '#server/marketplace/present-sell-order.ts';
import {
  itemsOfSellOrders,
  sellOrdersById,
  sellOrderStatusOf,
  type LockedSellOrder,
  type SellOrderItemRow,
} from '#server/marketplace/sell-order-rows.ts';
import type { Db } from '#server/platform/database/database.ts';

/**
 * Books the difference between the RECs that a sell order offers now and the RECs that the ledger lists for this sell
 * order. Runs in the transaction that changed the sell order, under its lock: after publishing, edits, decisions,
 * cancelling, deleting and the end (decision 26).
 */
export async function settleSellOrderListing(db: Db, before: LockedSellOrder, booking: Booking = {}): Promise<void> {
  const { id, seller_account_id: sellerAccountId } = before.order;
  const [order] = await sellOrdersById(db, [id]);
  const items = await itemsOfSellOrders(db, [id]);
  const isOffered = order !== undefined && order.publish_at !== null && !isDone(sellOrderStatusOf(order, before.nowMs));
  const holdings = await findLedgerAccounts(
    db,
    [...before.items, ...items].flatMap(({ holding_id: holdingId }) => holdingId ?? []),
  );
  const offer = (row: SellOrderItemRow, isListed: boolean): ListedItem => ({
    account: listedAccount(sellerAccountId, row),
    source: holdings.get(row.holding_id) ?? supplyOf(sellerAccountId, productOf(row)),
    quantity: offeredQuantity(quantitiesOf(row), isListed),
  });
  const was = before.items.map((row) => offer(row, isOffered));
  const is = items.map((row) => offer(row, isOffered));
  const sources = [...new Set([...was, ...is].map(({ account }) => account.sourceId))];
  await bookMovements(db, listingMovements(was, is, await findListed(db, sources)), booking);
}

const isDone = (status: ReturnType<typeof sellOrderStatusOf>): boolean => status === 'ended' || status === 'cancelled';

/** Returns the ledger account of the RECs that an item of a sell order lists. */
export const listedAccount = (sellerAccountId: string, row: SellOrderItemRow): LedgerAccount => ({
  kind: 'listed',
  accountId: sellerAccountId,
  product: productOf(row),
  sourceKind: 'sell_order_item',
  sourceId: row.id,
});
