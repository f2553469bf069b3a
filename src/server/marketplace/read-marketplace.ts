import { getSellOrderAsUser, listSellOrdersAsUser, type MarketplaceOrder } from '#contract/marketplace.ts';
import { judgeBuyer, maySeeSellOrder } from '#domain/marketplace/who-may-buy.ts';
import { listedForUser, pageOfSellOrders } from '#server/marketplace/list-sell-orders.ts';
import type { MarketplaceParts } from '#server/marketplace/marketplace-parts.ts';
import { presentDetail, presentItem, presentSummary } from '#server/marketplace/present-sell-order.ts';
import {
  audienceOf,
  itemsOfSellOrders,
  requireSellOrder,
  statusOf,
  type SellOrderRow,
} from '#server/marketplace/sell-order-rows.ts';
import { operation, type Call, type Operation } from '#server/platform/operation.ts';
import { longPageOf } from '#server/platform/page.ts';
import { Refused } from '#server/platform/refused.ts';

/** A published sell order that the caller may see; to everybody else it isn't there. */
export async function requireSeen(
  { db, caller, nowMs }: Pick<Call, 'db' | 'caller' | 'nowMs'>,
  id: string,
): Promise<SellOrderRow> {
  const order = await requireSellOrder(db, id);
  const wasNeverPublished = order.publish_at === null || order.publish_at.getTime() > nowMs;
  if (wasNeverPublished || statusOf(order, nowMs) === 'unpublished') throw new Refused('not_found');
  const ordered = await db
    .selectFrom('buy_order')
    .select('id')
    .where('sell_order_id', '=', id)
    .where(
      'account_id',
      'in',
      // One that nobody has: an empty list would be no condition.
      [...caller.accounts.map((account) => account.id), id],
    )
    .limit(1)
    .executeTakeFirst();
  if (!maySeeSellOrder(caller.accounts, await audienceOf(db, order), ordered !== undefined))
    throw new Refused('not_found');
  return order;
}

/** What users read of sell orders. */
export const marketplaceReads = (parts: MarketplaceParts): Operation[] => [
  operation(listSellOrdersAsUser, async ({ db, caller, query, nowMs }) => {
    const { found, count } = await pageOfSellOrders(db, await listedForUser(db, caller, query), query);
    const shown = { nowMs, imageOf: parts.images.linksAt(nowMs) };
    return longPageOf(
      found.map(({ row, items }) => presentSummary(row, items, shown)),
      count,
      query,
    );
  }),

  operation(getSellOrderAsUser, async (call): Promise<MarketplaceOrder> => {
    const { db, caller, params, nowMs } = call;
    const order = await requireSeen(call, params.id);
    const items = await itemsOfSellOrders(db, [order.id]);
    const audience = await audienceOf(db, order);
    return {
      ...presentDetail(order, items, { nowMs, imageOf: parts.images.linksAt(nowMs) }),
      items: items.map(presentItem),
      buyers: caller.accounts.map((account) => ({
        accountId: account.id,
        companyName: account.companyName,
        refusal: judgeBuyer(account, audience) ?? null,
      })),
    };
  }),
];
