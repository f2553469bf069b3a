import { randomUUID } from 'node:crypto';
import { addSellOrderItem, deleteSellOrderItem, updateSellOrderItem } from '#contract/marketplace/sell-order.ts';
import type { BodyOf } from '#contract/basics/route.ts';
import {
  judgeSellOrderItem,
  SELL_ORDER_ITEMS_MAX,
  type AcceptedSellOrderItem,
} from '#domain/marketplace/judge-sell-order-item.ts';
import { lockToChange } from '#server/marketplace/edit-sell-order.ts';
import { findListedElsewhere } from '#server/marketplace/listed-elsewhere.ts';
import { announceSellOrder } from '#server/marketplace/marketplace-parts.ts';
import { presentItemToAdmin } from '#server/marketplace/present-sell-order.ts';
import { refuseHolding } from '#server/marketplace/resale.ts';
import {
  itemsOfSellOrders,
  sumUpItems,
  type LockedSellOrder,
  type SellOrderItemRow,
} from '#server/marketplace/sell-order-rows.ts';
import { settleListing } from '#server/marketplace/settle-listing.ts';
import { operation, type Call, type Operation } from '#server/platform/http/operation.ts';
import { Refused, requireAccepted } from '#server/platform/http/refused.ts';

type ItemBody = BodyOf<typeof addSellOrderItem>;

const kindOf = (row: SellOrderItemRow) => ({
  recCountry: row.country,
  recFuelType: row.fuel_type,
  vintageYear: row.vintage_year,
  vintagePeriod: row.vintage_period,
});

const orderedOf = (row: SellOrderItemRow): number => row.reserved_quantity + row.sold_quantity;

/** @throws Refused with every field that breaks a rule */
function requireItemRight(
  item: ItemBody,
  { items }: LockedSellOrder,
  present?: SellOrderItemRow,
): AcceptedSellOrderItem {
  const others = items.filter(({ id }) => id !== present?.id);
  return requireAccepted(
    judgeSellOrderItem(item, {
      others: others.map(kindOf),
      othersQuantity: others.reduce((sum, { total_quantity }) => sum + total_quantity, 0),
      present: present && { ...kindOf(present), holdingId: present.holding_id, orderedQuantity: orderedOf(present) },
    }),
  );
}

const columnsOf = (item: AcceptedSellOrderItem, ordered: number) => ({
  country: item.recCountry,
  fuel_type: item.recFuelType,
  vintage_year: item.vintageYear,
  vintage_period: item.vintagePeriod,
  total_quantity: item.recQuantity,
  remaining_quantity: item.recQuantity - ordered,
  holding_id: item.holdingId,
  description: item.description,
  address: item.address,
  latitude: item.latitude,
  longitude: item.longitude,
});

/** What every change of an item ends with: sums, ledger, open pages. */
async function settle({ db, caller }: Pick<Call, 'db' | 'caller'>, before: LockedSellOrder): Promise<void> {
  await sumUpItems(db, before.order.id);
  await settleListing(db, before, { userId: caller.userId });
  await announceSellOrder(db, before.order.id);
}

async function presentChanged(db: Call['db'], { order }: LockedSellOrder, itemId: string) {
  const row = (await itemsOfSellOrders(db, [order.id])).find(({ id }) => id === itemId);
  if (!row) throw new Refused('not_found');
  return presentItemToAdmin(row, (await findListedElsewhere(db, order, [row])).get(itemId) ?? 0);
}

const requireItem = ({ items }: LockedSellOrder, itemId: string): SellOrderItemRow => {
  const item = items.find(({ id }) => id === itemId);
  if (!item) throw new Refused('not_found');
  return item;
};

export const sellOrderItemEdits: readonly Operation[] = [
  operation(addSellOrderItem, async (call) => {
    const { db, params, body } = call;
    const locked = await lockToChange(db, params.id);
    if (locked.items.length >= SELL_ORDER_ITEMS_MAX)
      throw new Refused('maximum_items_reached', { maximum: SELL_ORDER_ITEMS_MAX });
    const added = requireItemRight(body, locked);
    await refuseHolding(db, locked.order.seller_account_id, added);
    const id = randomUUID();
    const position = Math.max(0, ...locked.items.map((item) => item.position)) + 1;
    await db
      .insertInto('sell_order_item')
      .values({ id, sell_order_id: params.id, position, ...columnsOf(added, 0) })
      .execute();
    await settle(call, locked);
    return presentChanged(db, locked, id);
  }),

  operation(updateSellOrderItem, async (call) => {
    const { db, params, body } = call;
    const locked = await lockToChange(db, params.id);
    const item = requireItem(locked, params.itemId);
    const changed = requireItemRight(body, locked, item);
    await refuseHolding(db, locked.order.seller_account_id, changed);
    await db
      .updateTable('sell_order_item')
      .set(columnsOf(changed, orderedOf(item)))
      .where('id', '=', item.id)
      .execute();
    await settle(call, locked);
    return presentChanged(db, locked, item.id);
  }),

  operation(deleteSellOrderItem, async (call) => {
    const { db, params } = call;
    const locked = await lockToChange(db, params.id);
    const item = requireItem(locked, params.itemId);
    const hasParts = await db
      .selectFrom('buy_order_part')
      .select('id')
      .where('sell_order_item_id', '=', item.id)
      .executeTakeFirst();
    if (hasParts) throw new Refused('item_in_buy_orders');
    // What is offered to buyers is never nothing at all.
    if (locked.order.publish_at !== null && locked.items.length === 1) throw new Refused('sell_order_has_no_items');
    await db.deleteFrom('sell_order_item').where('id', '=', item.id).execute();
    await settle(call, locked);
    return {};
  }),
];
