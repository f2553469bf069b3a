import { heldBy, isHeld } from '#server/ledger/place-of.ts';
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
  const rows = await heldBy(db, sellerAccountId, HOLDINGS_MAX);
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
  const isTheirs = await isHeld(db, item.holdingId, {
    accountId: sellerAccountId,
    goods: {
      country: item.recCountry,
      fuelType: item.recFuelType,
      vintageYear: item.vintageYear,
      vintagePeriod: item.vintagePeriod,
    },
  });
  if (!isTheirs) refuseFields({ holdingId: { code: 'holding_unknown' } });
}
