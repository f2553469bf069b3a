import { getSellOrderAsUser, listSellOrdersAsUser, type MarketplaceOrder } from '#contract/marketplace/marketplace.ts';
import { companyNameIn } from '#domain/company/company-name.ts';
import { judgeBuyer, maySeeSellOrder } from '#domain/marketplace/who-may-buy.ts';
import { listedForUser, pageOfSellOrders } from '#server/marketplace/list-sell-orders.ts';
import type { MarketplaceParts } from '#server/marketplace/marketplace-parts.ts';
import { presentDetail, presentItem, presentSummary } from '#server/marketplace/present-sell-order.ts';
import {
  audienceOf,
  itemsOfSellOrders,
  sellOrdersById,
  statusOf,
  type SellOrderRow,
} from '#server/marketplace/sell-order-rows.ts';
import { longPageOf } from '#server/platform/database/page.ts';
import { operation, type Call, type Operation } from '#server/platform/http/operation.ts';
import { Refused } from '#server/platform/http/refused.ts';

/** A published sell order that the caller may see; to everybody else it isn't there. */
export async function requireSeen(
  { db, caller, nowMs }: Pick<Call, 'db' | 'caller' | 'nowMs'>,
  id: string,
): Promise<SellOrderRow> {
  const [order] = await sellOrdersById(db, [id]);
  // All of it is read before anything is refused: what is hidden takes as long as what isn't there.
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
  const audience = await audienceOf(db, { id, seller_account_id: order?.seller_account_id ?? id });
  if (!order || !isPublished(order, nowMs) || !maySeeSellOrder(caller.accounts, audience, ordered !== undefined))
    throw new Refused('not_found');
  return order;
}

const isPublished = (order: SellOrderRow, nowMs: number): boolean =>
  order.publish_at !== null && order.publish_at.getTime() <= nowMs && statusOf(order, nowMs) !== 'unpublished';

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
    const { db, caller, params, nowMs, language } = call;
    const order = await requireSeen(call, params.id);
    const items = await itemsOfSellOrders(db, [order.id]);
    const audience = await audienceOf(db, order);
    return {
      ...presentDetail(order, items, { nowMs, imageOf: parts.images.linksAt(nowMs) }),
      items: items.map(presentItem),
      buyers: caller.accounts.map((account) => ({
        accountId: account.id,
        companyName: companyNameIn(language, account),
        refusal: judgeBuyer(account, audience) ?? null,
      })),
    };
  }),
];
