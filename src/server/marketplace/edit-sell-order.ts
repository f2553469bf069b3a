import { randomUUID } from 'node:crypto';
import { createSellOrder, deleteSellOrder, updateSellOrder } from '#contract/marketplace/sell-order.ts';
import type { BodyOf } from '#contract/basics/route.ts';
import { judgeSellOrder, type AcceptedSellOrder, type SellOrderContext } from '#domain/marketplace/judge-sell-order.ts';
import { isOver } from '#domain/marketplace/sell-order-status.ts';
import { announceSellOrder, type MarketplaceParts } from '#server/marketplace/marketplace-parts.ts';
import { readSellOrder } from '#server/marketplace/read-sell-orders.ts';
import { lockSellOrder, type LockedSellOrder } from '#server/marketplace/sell-order-rows.ts';
import { settleListing } from '#server/marketplace/settle-listing.ts';
import { databaseNowMs } from '#server/platform/runtime/clock.ts';
import type { Db } from '#server/platform/database/database.ts';
import { operation, type Operation } from '#server/platform/http/operation.ts';
import { Refused, refuseFields, requireAccepted } from '#server/platform/http/refused.ts';

type Settings = BodyOf<typeof createSellOrder>;

const columnsOf = (settings: AcceptedSellOrder, { beneficiaryDefault }: Settings) => ({
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
  // What was sold out at its end may be given another one: that is yet to come.
  end_settled_at: null,
});

/**
 * Returns the columns that settings become.
 * @throws Refused with every field that breaks a rule
 */
async function requireColumns(db: Db, body: Settings, context: SellOrderContext) {
  const settings = requireAccepted(judgeSellOrder(body, context));
  // A seller that was blacklisted since stays the seller: its sell orders are the admin's to cancel.
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

/** Until it is over, an admin may change it. */
export async function lockToChange(db: Db, id: string): Promise<LockedSellOrder> {
  const locked = await lockSellOrder(db, id);
  if (isOver(locked.status)) throw new Refused('sell_order_over');
  return locked;
}

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
    const columns = await requireColumns(db, body, presentOf(locked));
    await db.updateTable('sell_order').set(columns).where('id', '=', params.id).execute();
    await settleListing(db, locked, { userId: caller.userId });
    await announceSellOrder(db, params.id);
    return readSellOrder(parts, call, params.id);
  }),

  operation(deleteSellOrder, async ({ db, params, caller }) => {
    const locked = await lockSellOrder(db, params.id);
    if (locked.status !== 'unpublished') throw new Refused('sell_order_published');
    // Its images belong to nothing then, and are forgotten with their files.
    await db.deleteFrom('sell_order').where('id', '=', params.id).execute();
    await settleListing(db, locked, { userId: caller.userId });
    await announceSellOrder(db, params.id);
    return {};
  }),
];
