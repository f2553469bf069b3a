import { getSellOrderAsAdmin, listSellOrdersAsAdmin, type AdminSellOrder } from '#contract/marketplace/sell-order.ts';
import { findListedElsewhere } from '#server/marketplace/listed-elsewhere.ts';
import { listedForAdmins, pageOfSellOrders } from '#server/marketplace/list-sell-orders.ts';
import type { MarketplaceParts } from '#server/marketplace/marketplace-parts.ts';
import { presentSummaryToAdmin, presentToAdmin } from '#server/marketplace/present-sell-order.ts';
import { itemsOfSellOrders, requireSellOrder } from '#server/marketplace/sell-order-rows.ts';
import { operation, type Call, type Operation } from '#server/platform/http/operation.ts';
import { longPageOf } from '#server/platform/database/page.ts';

/** A sell order as admins see it, also after they changed it. */
export async function readSellOrder(
  { images }: Pick<MarketplaceParts, 'images'>,
  { db, nowMs }: Pick<Call, 'db' | 'nowMs'>,
  id: string,
): Promise<AdminSellOrder> {
  const row = await requireSellOrder(db, id);
  const items = await itemsOfSellOrders(db, [id]);
  const listedElsewhere = await findListedElsewhere(db, row, items);
  return presentToAdmin(row, items, { nowMs, imageOf: images.linksAt(nowMs), listedElsewhere });
}

/** What admins read of sell orders. */
export const sellOrderReads = (parts: MarketplaceParts): Operation[] => [
  operation(listSellOrdersAsAdmin, async ({ db, query, nowMs }) => {
    const { found, count } = await pageOfSellOrders(db, await listedForAdmins(db, query), query);
    const shown = { nowMs, imageOf: parts.images.linksAt(nowMs) };
    const orders = found.map(({ row, items }) => presentSummaryToAdmin(row, items, shown));
    return longPageOf(orders, count, query);
  }),

  operation(getSellOrderAsAdmin, (call) => readSellOrder(parts, call, call.params.id)),
];
