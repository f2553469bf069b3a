import { sql } from 'kysely';
import { cancelSellOrder, publishSellOrder } from '#contract/marketplace/sell-order.ts';
import { judgePublishable, judgePublishTime } from '#domain/marketplace/judge-sell-order.ts';
import { cancelPendingOrders, requireRemark } from '#server/marketplace/decide-buy-order.ts';
import { lockToChange } from '#server/marketplace/edit-sell-order.ts';
import { announceSellOrder, type MarketplaceParts } from '#server/marketplace/marketplace-parts.ts';
import { readSellOrder } from '#server/marketplace/read-sell-orders.ts';
import { settleListing } from '#server/marketplace/settle-listing.ts';
import type { Db } from '#server/platform/database/database.ts';
import { operation, type Operation } from '#server/platform/http/operation.ts';
import { Refused, refuseFields } from '#server/platform/http/refused.ts';
import { databaseNowMs } from '#server/platform/runtime/clock.ts';
import { lockSellOrder } from '#server/marketplace/sell-order-rows.ts';

/**
 * Locks the seller until the caller's transaction ends. Blacklisting locks the company, too, before it withdraws
 * scheduled publications. So either it sees this publication, or this call sees the blacklisted seller.
 */
async function lockSeller(db: Db, sellOrderId: string): Promise<void> {
  await sql`
    select from account where id = (select seller_account_id from sell_order where id = ${sellOrderId}) for share`.execute(
    db,
  );
}

export const publishOperations = (parts: MarketplaceParts): Operation[] => [
  /** What is saved is listed in the ledger at once, also where buyers see it later: it can't be sold elsewhere meanwhile. */
  operation(publishSellOrder, async (call) => {
    const { db, params, body, caller } = call;
    await lockSeller(db, params.id);
    const locked = await lockToChange(db, params.id);
    const { order, nowMs, status } = locked;
    if (status !== 'unpublished') throw new Refused('sell_order_published');
    if (order.seller_status !== 'Active') throw new Refused('account_blacklisted');
    const endTime = order.end_at?.toISOString() ?? null;
    refuseFields({ publishTime: judgePublishTime(body.publishTime, { nowMs, endTime }) });
    const refusal = judgePublishable({
      totalQuantity: order.total_quantity,
      minimumPurchaseQuantity: order.minimum_purchase_quantity,
    });
    if (refusal) throw new Refused(refusal.code, refusal.params);
    const publish_at = new Date(body.publishTime ?? nowMs);
    await db.updateTable('sell_order').set({ publish_at }).where('id', '=', params.id).execute();
    await settleListing(db, locked, { userId: caller.userId });
    await announceSellOrder(db, params.id);
    return readSellOrder(parts, { db, nowMs: await databaseNowMs(db) }, params.id);
  }),

  operation(cancelSellOrder, async (call) => {
    const { db, params, body, caller } = call;
    const remark = requireRemark(body);
    const locked = await lockToChange(db, params.id);
    const decision = { userId: caller.userId, remark };
    await cancelPendingOrders(parts, db, params.id, decision);
    const cancelled = { cancelled_at: sql<Date>`clock_timestamp()`, cancel_remark: remark };
    await db.updateTable('sell_order').set(cancelled).where('id', '=', params.id).execute();
    await settleListing(db, locked, decision);
    await announceSellOrder(db, params.id);
    return readSellOrder(parts, call, params.id);
  }),
];

/** A company's sell orders whose time is yet to come are as they were before: an admin publishes them anew, or doesn't. */
export async function withdrawScheduled(db: Db, sellerAccountId: string, userId: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from sell_order
    where seller_account_id = ${sellerAccountId} and cancelled_at is null and publish_at > clock_timestamp()
    order by id`.execute(db);
  for (const { id } of rows) {
    const locked = await lockSellOrder(db, id);
    if (locked.status !== 'unpublished') continue;
    await db.updateTable('sell_order').set({ publish_at: null }).where('id', '=', id).execute();
    await settleListing(db, locked, { userId });
    await announceSellOrder(db, id);
  }
}
