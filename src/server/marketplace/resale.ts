import { listResaleHoldings, type ResaleHolding } from '#contract/marketplace/sell-order.ts';
import type { AcceptedSellOrderItem } from '#domain/marketplace/judge-sell-order-item.ts';
import { nameOfItem } from '#server/marketplace/present-sell-order.ts';
import { requireSellOrder } from '#server/marketplace/sell-order-rows.ts';
import type { Db } from '#server/platform/database/database.ts';
import { operation } from '#server/platform/http/operation.ts';
import { refuseFields } from '#server/platform/http/refused.ts';

const HOLDINGS_MAX = 200;

/** What the seller bought or won on the platform, and may sell on. */
export const resaleOperation = operation(listResaleHoldings, async ({ db, params }): Promise<ResaleHolding[]> => {
  const { seller_account_id: sellerAccountId } = await requireSellOrder(db, params.id);
  const rows = await db
    .selectFrom('ledger_account')
    .selectAll()
    .where('kind', '=', 'held')
    .where('account_id', '=', sellerAccountId)
    .where('balance', '>', '0')
    .orderBy('balance', 'desc')
    .limit(HOLDINGS_MAX)
    .execute();
  return rows.map((row) => ({
    holdingId: row.id,
    name: nameOfItem(row),
    recCountry: row.country,
    recFuelType: row.fuel_type,
    recVintage: { year: row.vintage_year, period: row.vintage_period },
    balance: Number(row.balance),
  }));
});

/** Throws where an item names a holding that isn't the seller's, or holds other goods: others' and missing ones answer alike. */
export async function refuseHolding(db: Db, sellerAccountId: string, item: AcceptedSellOrderItem): Promise<void> {
  if (item.holdingId === null) return;
  const held = await db
    .selectFrom('ledger_account')
    .select('id')
    .where('id', '=', item.holdingId)
    .where('kind', '=', 'held')
    .where('account_id', '=', sellerAccountId)
    .where('country', '=', item.recCountry)
    .where('fuel_type', '=', item.recFuelType)
    .where('vintage_year', '=', item.vintageYear)
    .where('vintage_period', '=', item.vintagePeriod)
    .executeTakeFirst();
  if (!held) refuseFields({ holdingId: { code: 'holding_unknown' } });
}
