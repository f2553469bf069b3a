import { companyNameIn } from '#domain/company/company-name.ts';
import { asksForChanges, longChangesPageOf, pageOfChanges } from '#server/platform/database/sync-page.ts';
import {
  listSellOrderCertificates,
  listSellOrderCertificatesAsAdmin,
  type Backing,
} from '#contract/certificate/backing.ts';
import type { Db } from '#server/platform/database/database.ts';
import { backingsOf } from '#server/certificate/backings.ts';
import {
  exportSellOrders,
  getSellOrderAsAdmin,
  listSellOrdersAsAdmin,
  type AdminSellOrder,
} from '#contract/marketplace/sell-order.ts';
import {
  listedForAdmins,
  pageOfSellOrders,
  listedForUser,
  sellOrderSource,
} from '#server/marketplace/list-sell-orders.ts';
import type { MarketplaceParts } from '#server/marketplace/marketplace-parts.ts';
import {
  presentSummaryToAdmin,
  presentSellOrderToAdmin,
  presentSellOrderDetail,
  presentSellOrderItem,
  presentSellOrderSummary,
} from '#server/marketplace/present-sell-order.ts';
import {
  findListedElsewhere,
  itemsOfSellOrders,
  requireSellOrder,
  sellOrderStatusOf,
  audienceOf,
  sellOrdersById,
  type SellOrderRow,
} from '#server/marketplace/sell-order-rows.ts';
import { operation, type Call, type Operation } from '#server/platform/http/operation.ts';
import { sellOrderColumns } from '#server/marketplace/sell-order-columns.ts';
import { exportList } from '#server/platform/export/export.ts';
import { longPageOf } from '#server/platform/database/page.ts';
import { getSellOrderAsUser, listSellOrdersAsUser, type MarketplaceOrder } from '#contract/marketplace/marketplace.ts';
import { judgeBuyer, maySeeSellOrder } from '#domain/marketplace/who-may-buy.ts';
import { Refused } from '#server/platform/http/refused.ts';

/** Returns a sell order as admins see it. The operations by which admins change a sell order return it too. */
export async function readSellOrder(
  { images }: Pick<MarketplaceParts, 'images'>,
  { db, nowMs }: Pick<Call, 'db' | 'nowMs'>,
  id: string,
): Promise<AdminSellOrder> {
  const row = await requireSellOrder(db, id);
  const items = await itemsOfSellOrders(db, [id]);
  const listedElsewhere = await findListedElsewhere(db, row, items);
  return presentSellOrderToAdmin(row, items, { nowMs, imageOf: images.linksAt(nowMs), listedElsewhere });
}

/** Reads of sell orders for admins. An export contains all pages. */
export const sellOrderReads = (parts: MarketplaceParts): Operation[] => [
  operation(listSellOrdersAsAdmin, async ({ db, query, nowMs }) => {
    const shown = { nowMs, imageOf: parts.images.linksAt(nowMs) };
    if (asksForChanges(query)) {
      const source = sellOrderSource(await listedForAdmins(db, query));
      const { rows: changed, changes } = await pageOfChanges(db, 'sellOrder', source, query);
      const all = changed.map(({ row, items }) => presentSummaryToAdmin(row, items, shown));
      return longChangesPageOf(all, changes, query);
    }
    const { found, count } = await pageOfSellOrders(db, await listedForAdmins(db, query), query);
    const orders = found.map(({ row, items }) => presentSummaryToAdmin(row, items, shown));
    return longPageOf(orders, count, query);
  }),

  operation(exportSellOrders, async (call) => {
    const { db, query, timeZone } = call;
    const source = sellOrderSource(await listedForAdmins(db, query));
    const list = { name: 'sell-orders', columns: sellOrderColumns(call), ...source };
    return exportList(db, list, { format: query.format, timeZone });
  }),

  operation(getSellOrderAsAdmin, (call) => readSellOrder(parts, call, call.params.id)),

  operation(listSellOrderCertificatesAsAdmin, ({ db, params }) => certificatesOf(db, params.id)),
];

/**
 * Returns a published sell order that the caller may see.
 * @throws Refused not_found, the same for a hidden and a missing sell order
 */
export async function requireSeen(
  { db, caller, nowMs }: Pick<Call, 'db' | 'caller' | 'nowMs'>,
  id: string,
): Promise<SellOrderRow> {
  const [order] = await sellOrdersById(db, [id]);
  // Reads everything before refusing, so that the reply takes equally long for hidden and missing sell orders.
  const ordered = await db
    .selectFrom('buy_order')
    .select('id')
    .where('sell_order_id', '=', id)
    .where(
      'account_id',
      'in',
      // No account has the sell order's id. Adding it only prevents an empty list, which SQL does not allow here.
      [...caller.accounts.map((account) => account.id), id],
    )
    .limit(1)
    .executeTakeFirst();
  const audience = await audienceOf(db, { id, seller_account_id: order?.seller_account_id ?? id });
  if (!order || !isPublished(order, nowMs) || !maySeeSellOrder(caller.accounts, audience, ordered !== undefined))
    throw new Refused('not_found');
  return order;
}

const isPublished = (order: SellOrderRow, nowMs: number): boolean =>
  order.publish_at !== null && order.publish_at.getTime() <= nowMs && sellOrderStatusOf(order, nowMs) !== 'unpublished';

/**
 * Returns the certificates behind the items of a sell order.
 * @throws Refused not_found
 */
async function certificatesOf(db: Db, sellOrderId: string): Promise<Backing[]> {
  const [order] = await sellOrdersById(db, [sellOrderId]);
  if (!order) throw new Refused('not_found');
  const items = await itemsOfSellOrders(db, [sellOrderId]);
  return backingsOf(
    db,
    items.map(({ id }) => id),
  );
}

/** Reads of sell orders for users. */
export const marketplaceReads = (parts: MarketplaceParts): Operation[] => [
  operation(listSellOrderCertificates, async (call) =>
    certificatesOf(call.db, (await requireSeen(call, call.params.id)).id),
  ),

  operation(listSellOrdersAsUser, async ({ db, caller, query, nowMs }) => {
    const shown = { nowMs, imageOf: parts.images.linksAt(nowMs) };
    if (asksForChanges(query)) {
      const source = sellOrderSource(await listedForUser(db, caller, { ...query, isOver: true }));
      const { rows: changed, changes } = await pageOfChanges(db, 'sellOrder', source, query);
      const all = changed.map(({ row, items }) => presentSellOrderSummary(row, items, shown));
      return longChangesPageOf(all, changes, query);
    }
    const { found, count } = await pageOfSellOrders(db, await listedForUser(db, caller, query), query);
    return longPageOf(
      found.map(({ row, items }) => presentSellOrderSummary(row, items, shown)),
      count,
      query,
    );
  }),

  operation(getSellOrderAsUser, async (call): Promise<MarketplaceOrder> => {
    const { db, caller, params, nowMs, language } = call;
    const order = await requireSeen(call, params.id);
    const items = await itemsOfSellOrders(db, [order.id]);
    const audience = await audienceOf(db, order);
    return {
      ...presentSellOrderDetail(order, items, { nowMs, imageOf: parts.images.linksAt(nowMs) }),
      items: items.map(presentSellOrderItem),
      buyers: caller.accounts.map((account) => ({
        accountId: account.id,
        companyName: companyNameIn(language, account),
        refusal: judgeBuyer(account, audience) ?? null,
      })),
    };
  }),
];
