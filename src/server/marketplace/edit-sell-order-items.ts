import { randomUUID } from 'node:crypto';
import {
  addSellOrderItem,
  addSellOrderItems,
  deleteSellOrderItem,
  listResaleHoldings,
  updateSellOrderItem,
} from '#contract/marketplace/sell-order.ts';
import type { BodyOf } from '#contract/basics/route.ts';
import {
  judgeSellOrderItem,
  SELL_ORDER_ITEMS_MAX,
  type AcceptedSellOrderItem,
} from '#domain/marketplace/judge-sell-order-item.ts';
import { findHoldingsOf, isHoldingOf, type ProductRow } from '#server/ledger/ledger-accounts.ts';
import { lockToChange } from '#server/marketplace/edit-sell-order.ts';
import { announceSellOrder } from '#server/marketplace/marketplace-parts.ts';
import { itemKindOf, presentItemToAdmin, presentNamedProduct } from '#server/marketplace/present-sell-order.ts';
import {
  findListedElsewhere,
  itemsOfSellOrders,
  requireSellOrder,
  sumUpItems,
  type LockedSellOrder,
  type SellOrderItemRow,
} from '#server/marketplace/sell-order-rows.ts';
import { heldBack } from '#server/settlement/held-back.ts';
import { settleSellOrderListing } from '#server/marketplace/settle-listing.ts';
import type { Db } from '#server/platform/database/database.ts';
import { operation, type Call, type Operation } from '#server/platform/http/operation.ts';
import { settingIn } from '#server/platform-setting/stored-settings.ts';
import { Refused, refuseFields, requireAccepted } from '#server/platform/http/refused.ts';

type ItemBody = BodyOf<typeof addSellOrderItem>;

const orderedOf = (row: SellOrderItemRow): number => row.reserved_quantity + row.sold_quantity;

/**
 * Returns the checked item.
 * @throws Refused with every field that breaks a rule
 */
async function requireItemRight(
  db: Db,
  item: ItemBody,
  { items }: LockedSellOrder,
  present?: SellOrderItemRow,
): Promise<AcceptedSellOrderItem> {
  const others = items.filter(({ id }) => id !== present?.id);
  return requireAccepted(
    judgeSellOrderItem(item, {
      others: others.map(itemKindOf),
      countries: (await settingIn(db, 'regions')).recCountries,
      othersQuantity: others.reduce((sum, { total_quantity }) => sum + total_quantity, 0),
      present: present && {
        ...itemKindOf(present),
        holdingId: present.holding_id,
        orderedQuantity: orderedOf(present),
      },
    }),
  );
}

const productColumnsOf = (item: AcceptedSellOrderItem): ProductRow => ({
  country: item.recCountry,
  fuel_type: item.recFuelType,
  vintage_year: item.vintageYear,
  vintage_period: item.vintagePeriod,
});

const columnsOf = (item: AcceptedSellOrderItem, ordered: number) => ({
  ...productColumnsOf(item),
  total_quantity: item.recQuantity,
  remaining_quantity: item.recQuantity - ordered,
  holding_id: item.holdingId,
  description: item.description,
  address: item.address,
  latitude: item.latitude,
  longitude: item.longitude,
});

/**
 * Refuses a holding that does not belong to the seller or is of another product. Another company's holding gets the
 * same refusal as a missing one.
 */
async function refuseHolding(db: Db, { order }: LockedSellOrder, item: AcceptedSellOrderItem): Promise<void> {
  if (item.holdingId === null) return;
  const place = { id: item.holdingId, account_id: order.seller_account_id, ...productColumnsOf(item) };
  if (!(await isHoldingOf(db, place))) refuseFields({ holdingId: { code: 'holding_unknown' } });
  if ((await heldBack(db, [item.holdingId])).length > 0) refuseFields({ holdingId: { code: 'holding_held_back' } });
}

/** Finishes every change of items: updates the sums and the ledger, and notifies open pages. */
async function settle({ db, caller }: Pick<Call, 'db' | 'caller'>, before: LockedSellOrder): Promise<void> {
  await sumUpItems(db, before.order.id);
  await settleSellOrderListing(db, before, { userId: caller.userId });
  await announceSellOrder(db, before.order.id);
}

async function presentChanged(db: Db, { order }: LockedSellOrder, itemId: string) {
  const row = (await itemsOfSellOrders(db, [order.id])).find(({ id }) => id === itemId);
  if (!row) throw new Refused('not_found');
  return presentItemToAdmin(row, (await findListedElsewhere(db, order, [row])).get(itemId) ?? 0);
}

const requireItem = ({ items }: LockedSellOrder, itemId: string): SellOrderItemRow => {
  const item = items.find(({ id }) => id === itemId);
  if (!item) throw new Refused('not_found');
  return item;
};

/** Checks and inserts an item. Returns its id. */
async function insertItem(db: Db, locked: LockedSellOrder, item: ItemBody): Promise<string> {
  if (locked.items.length >= SELL_ORDER_ITEMS_MAX)
    throw new Refused('maximum_items_reached', { maximum: SELL_ORDER_ITEMS_MAX });
  const added = await requireItemRight(db, item, locked);
  await refuseHolding(db, locked, added);
  const id = randomUUID();
  const position = Math.max(0, ...locked.items.map((other) => other.position)) + 1;
  await db
    .insertInto('sell_order_item')
    .values({ id, sell_order_id: locked.order.id, position, ...columnsOf(added, 0) })
    .execute();
  return id;
}

/** Rethrows a refusal with its fields below a place in the request. */
const atPlace =
  (place: string) =>
  (error: unknown): never => {
    if (!(error instanceof Refused) || !error.fields) throw error;
    const fields = Object.entries(error.fields).map(([field, refusal]) => [`${place}.${field}`, refusal]);
    throw new Refused(error.code, error.params, Object.fromEntries(fields));
  };

const RESALE_HOLDINGS_MAX = 200;

export const sellOrderItemEdits: readonly Operation[] = [
  /** Lists holdings that the seller won or bought on the platform and may resell. */
  operation(listResaleHoldings, async ({ db, params }) => {
    const { seller_account_id: sellerAccountId } = await requireSellOrder(db, params.id);
    const rows = await findHoldingsOf(db, sellerAccountId, RESALE_HOLDINGS_MAX);
    return rows.map((row) => ({ holdingId: row.id, ...presentNamedProduct(row), balance: Number(row.balance) }));
  }),

  operation(addSellOrderItem, async (call) => {
    const { db, params, body } = call;
    const locked = await lockToChange(db, params.id);
    const id = await insertItem(db, locked, body);
    await settle(call, locked);
    return presentChanged(db, locked, id);
  }),

  operation(addSellOrderItems, async (call) => {
    const { db, params, body } = call;
    const before = await lockToChange(db, params.id);
    const ids: string[] = [];
    for (const [at, item] of body.items.entries()) {
      // Each item is compared with those before it.
      const locked = at === 0 ? before : await lockToChange(db, params.id);
      ids.push(await insertItem(db, locked, item).catch(atPlace(`items.${at}`)));
    }
    await settle(call, before);
    return Promise.all(ids.map((id) => presentChanged(db, before, id)));
  }),

  operation(updateSellOrderItem, async (call) => {
    const { db, params, body } = call;
    const locked = await lockToChange(db, params.id);
    const item = requireItem(locked, params.itemId);
    const changed = await requireItemRight(db, body, locked, item);
    await refuseHolding(db, locked, changed);
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
    // A published sell order always keeps at least one item.
    if (locked.order.publish_at !== null && locked.items.length === 1) throw new Refused('sell_order_has_no_items');
    await db.deleteFrom('sell_order_item').where('id', '=', item.id).execute();
    await settle(call, locked);
    return {};
  }),
];
