import { randomUUID } from 'node:crypto';
import {
  createSellOrder,
  deleteSellOrder,
  updateSellOrder,
  cancelSellOrder,
  publishSellOrder,
} from '#contract/marketplace/sell-order.ts';
import type { BodyOf } from '#contract/basics/route.ts';
import {
  judgeSellOrder,
  type AcceptedSellOrder,
  type SellOrderContext,
  judgePublishable,
  judgePublishTime,
} from '#domain/marketplace/judge-sell-order.ts';
import { isOver } from '#domain/marketplace/sell-order-status.ts';
import { announceSellOrder, type MarketplaceParts } from '#server/marketplace/marketplace-parts.ts';
import { keepSellOrder } from '#server/marketplace/restore-sell-order.ts';
import { readSellOrder } from '#server/marketplace/read-sell-orders.ts';
import { lockSellOrder, type LockedSellOrder } from '#server/marketplace/sell-order-rows.ts';
import { settleSellOrderListing } from '#server/marketplace/settle-listing.ts';
import { databaseNowMs } from '#server/platform/runtime/clock.ts';
import type { Db } from '#server/platform/database/database.ts';
import { operation, type Operation } from '#server/platform/http/operation.ts';
import { Refused, refuseFields, requireAccepted } from '#server/platform/http/refused.ts';
import { nextVersion, refuseOlderSettings } from '#server/platform/database/setting-versions.ts';
import { sql } from 'kysely';
import { cancelPendingOrders, requireRemark } from '#server/marketplace/decide-buy-order.ts';

type Settings = BodyOf<typeof createSellOrder>;

const columnsOf = (settings: AcceptedSellOrder, { beneficiaryDefault }: Pick<Settings, 'beneficiaryDefault'>) => ({
  title: settings.title,
  description: settings.description,
  seller_account_id: settings.sellerAccountId,
  unit_price_cents: settings.unitPriceCents,
  minimum_purchase_quantity: settings.minimumPurchaseQuantity,
  max_buy_order_rec_quantity: settings.maxBuyOrderRecQuantity,
  seller_fee_hundredths: settings.sellerFeeHundredths,
  buyer_fee_hundredths: settings.buyerFeeHundredths,
  beneficiary_default: beneficiaryDefault,
  end_at: settings.endsAtMs === null ? null : new Date(settings.endsAtMs),
  // A sell order that was sold out at its end may get a later end. The timer must then handle the later end as well.
  end_settled_at: null,
});

/**
 * Returns the columns that store the settings.
 * @throws Refused with every field that breaks a rule
 */
async function requireColumns(db: Db, body: Settings, context: SellOrderContext) {
  const settings = requireAccepted(judgeSellOrder(body, context));
  // A seller that was blacklisted later stays the seller. An admin decides whether to cancel its sell orders.
  if (settings.sellerAccountId !== context.present?.sellerAccountId) await requireSeller(db, settings);
  return columnsOf(settings, body);
}

async function requireSeller(db: Db, { sellerAccountId }: AcceptedSellOrder): Promise<void> {
  const seller = await db
    .selectFrom('account')
    .select('status')
    .where('id', '=', sellerAccountId)
    .where('is_simulated', '=', false)
    .executeTakeFirst();
  if (seller?.status !== 'Active') refuseFields({ sellerAccountId: { code: 'bidder_account_unknown' } });
}

const presentOf = ({ order, items, nowMs }: LockedSellOrder): SellOrderContext => ({
  nowMs,
  hasItems: items.length > 0,
  present: {
    sellerAccountId: order.seller_account_id,
    endTime: order.end_at?.toISOString() ?? null,
    publishTime: order.publish_at?.toISOString() ?? null,
  },
});

/** The settings by their names on the wire, from a row or from the columns of a change. */
const storedSettings = (row: Omit<ReturnType<typeof columnsOf>, 'end_settled_at'>) => ({
  title: row.title,
  description: row.description,
  sellerAccountId: row.seller_account_id,
  unitPrice: row.unit_price_cents,
  minimumPurchaseQuantity: row.minimum_purchase_quantity,
  maxBuyOrderRecQuantity: row.max_buy_order_rec_quantity,
  sellerProcessingFee: row.seller_fee_hundredths,
  buyerProcessingFee: row.buyer_fee_hundredths,
  endTime: row.end_at,
  beneficiaryDefault: row.beneficiary_default,
});

/** Locks a sell order for a change by an administrator. Refuses a sell order that is over. */
export async function lockToChange(db: Db, id: string): Promise<LockedSellOrder> {
  const locked = await lockSellOrder(db, id);
  if (isOver(locked.status)) throw new Refused('sell_order_over');
  return locked;
}

/** Operations that create, change and delete sell orders. */
export const sellOrderEdits = (parts: MarketplaceParts): Operation[] => [
  operation(createSellOrder, async (call) => {
    const { db, body, caller } = call;
    const columns = await requireColumns(db, body, { nowMs: await databaseNowMs(db), hasItems: false });
    const id = randomUUID();
    await db
      .insertInto('sell_order')
      .values({ id, ...columns, created_by: caller.userId })
      .execute();
    await announceSellOrder(db, id);
    return readSellOrder(parts, call, id);
  }),

  operation(updateSellOrder, async (call) => {
    const { db, body, params, caller } = call;
    const locked = await lockToChange(db, params.id);
    refuseOlderSettings(locked.order, body.version);
    const columns = await requireColumns(db, body, presentOf(locked));
    const next = nextVersion(locked.order, storedSettings(locked.order), storedSettings(columns));
    await db
      .updateTable('sell_order')
      .set({ ...columns, ...next })
      .where('id', '=', params.id)
      .execute();
    await settleSellOrderListing(db, locked, { userId: caller.userId });
    await announceSellOrder(db, params.id);
    return readSellOrder(parts, call, params.id);
  }),

  operation(deleteSellOrder, async ({ db, params, caller }) => {
    const locked = await lockSellOrder(db, params.id);
    if (locked.status !== 'unpublished') throw new Refused('sell_order_published');
    await keepSellOrder(db, locked, caller.userId);
    // Afterwards its images belong to no sell order. The cleanup deletes them when it can no longer be restored.
    await db.deleteFrom('sell_order').where('id', '=', params.id).execute();
    await settleSellOrderListing(db, locked, { userId: caller.userId });
    await announceSellOrder(db, params.id);
    return {};
  }),
];

/**
 * Locks the seller until the caller's transaction ends. Blacklisting locks the company too, before it withdraws
 * scheduled publications. So either the blacklisting withdraws this publication, or this call sees that the seller is
 * blacklisted.
 */
async function lockSeller(db: Db, sellOrderId: string): Promise<void> {
  await sql`
    select from account where id = (select seller_account_id from sell_order where id = ${sellOrderId}) for share`.execute(
    db,
  );
}

/** Operations that publish and cancel sell orders. */
export const publishOperations = (parts: MarketplaceParts): Operation[] => [
  /**
   * Lists the saved items in the ledger immediately, also if the publication is scheduled for later. So nobody can sell
   * the RECs elsewhere meanwhile.
   */
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
    await settleSellOrderListing(db, locked, { userId: caller.userId });
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
    await settleSellOrderListing(db, locked, decision);
    await announceSellOrder(db, params.id);
    return readSellOrder(parts, call, params.id);
  }),
];

/**
 * Withdraws a company's scheduled publications. These sell orders are unpublished again, until an admin publishes them.
 */
export async function withdrawScheduled(db: Db, sellerAccountId: string, userId: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from sell_order
    where seller_account_id = ${sellerAccountId} and cancelled_at is null and publish_at > clock_timestamp()
    order by id`.execute(db);
  for (const { id } of rows) {
    const locked = await lockSellOrder(db, id);
    if (locked.status !== 'unpublished') continue;
    await db.updateTable('sell_order').set({ publish_at: null }).where('id', '=', id).execute();
    await settleSellOrderListing(db, locked, { userId });
    await announceSellOrder(db, id);
  }
}
