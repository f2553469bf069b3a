import type {
  AdminSellOrder,
  AdminSellOrderItem,
  AdminSellOrderSummary,
  SellOrderItem,
  SellOrderSummary,
} from '#contract/marketplace/sell-order.ts';
import type { Image } from '#contract/auction/image-link.ts';
import { itemName } from '#domain/auction/judge-item.ts';
import { percentOfHundredths } from '#domain/basics/amount.ts';
import { decimalOfCents } from '#domain/basics/price.ts';
import { presentProduct, type ProductRow } from '#server/ledger/ledger-accounts.ts';
import { sellOrderStatusOf, type SellOrderItemRow, type SellOrderRow } from '#server/marketplace/sell-order-rows.ts';

/** The time of the reply, and the function that makes links to images. */
export type PresentContext = { readonly nowMs: number; readonly imageOf: (imageId: string) => Image };

/** The maximum number of item names on a card. */
const NAMES_MAX = 3;

/** Returns a product in the form that the item rules read. */
export const itemKindOf = (row: ProductRow) => ({
  recCountry: row.country,
  recFuelType: row.fuel_type,
  vintageYear: row.vintage_year,
  vintagePeriod: row.vintage_period,
});

export const nameOfItem = (row: ProductRow): string => itemName(itemKindOf(row));

export const presentNamedProduct = (row: ProductRow) => ({ name: nameOfItem(row), ...presentProduct(row) });

export const quantitiesOf = (row: SellOrderRow | SellOrderItemRow) => ({
  totalQuantity: row.total_quantity,
  remainingQuantity: row.remaining_quantity,
  reservedQuantity: row.reserved_quantity,
  soldQuantity: row.sold_quantity,
});

type OfSeller = Pick<SellOrderRow, 'seller_account_id' | 'seller_name' | 'seller_english_name'>;

export const sellerOf = (row: OfSeller) => ({
  accountId: row.seller_account_id,
  companyName: row.seller_name,
  englishCompanyName: row.seller_english_name,
});

/** Returns a sell order as lists show it to users. */
export function presentSellOrderSummary(
  row: SellOrderRow,
  items: readonly SellOrderItemRow[],
  { nowMs, imageOf }: PresentContext,
): SellOrderSummary {
  const thumbnail = row.thumbnail_id ?? row.image_ids[0];
  return {
    id: row.id,
    title: row.title,
    status: sellOrderStatusOf(row, nowMs),
    seller: sellerOf(row),
    unitPrice: decimalOfCents(row.unit_price_cents),
    ...quantitiesOf(row),
    minimumPurchaseQuantity: row.minimum_purchase_quantity,
    maxBuyOrderRecQuantity: row.max_buy_order_rec_quantity,
    publishTime: row.publish_at?.toISOString() ?? null,
    endTime: row.end_at?.toISOString() ?? null,
    thumbnail: thumbnail === undefined ? null : imageOf(thumbnail),
    itemCount: items.length,
    itemNames: items.slice(0, NAMES_MAX).map(nameOfItem),
    countries: [...new Set(items.map((item) => item.country))],
    fuels: [...new Set(items.map((item) => item.fuel_type))],
  };
}

/** Returns the details that every permitted reader sees. */
export const presentSellOrderDetail = (
  row: SellOrderRow,
  items: readonly SellOrderItemRow[],
  shown: PresentContext,
) => ({
  ...presentSellOrderSummary(row, items, shown),
  description: row.description,
  buyerProcessingFee: percentOfHundredths(row.buyer_fee_hundredths),
  images: row.image_ids.map(shown.imageOf),
  beneficiaryDefault: row.beneficiary_default,
  cancelRemark: row.cancel_remark,
  now: new Date(shown.nowMs).toISOString(),
});

export const presentSellOrderItem = (row: SellOrderItemRow): SellOrderItem => ({
  sellOrderItemId: row.id,
  ...presentNamedProduct(row),
  position: row.position,
  ...quantitiesOf(row),
  description: row.description,
  address: row.address,
  latitude: row.latitude,
  longitude: row.longitude,
});

/** Fields that only admins see. */
const forAdmins = (row: SellOrderRow) => ({
  pendingCount: row.pending_count,
  buyerCount: row.buyer_count,
  createdAt: row.created_at.toISOString(),
});

export const presentSummaryToAdmin = (
  row: SellOrderRow,
  items: readonly SellOrderItemRow[],
  shown: PresentContext,
): AdminSellOrderSummary => ({ ...presentSellOrderSummary(row, items, shown), ...forAdmins(row) });

export const presentItemToAdmin = (row: SellOrderItemRow, listedElsewhere: number): AdminSellOrderItem => ({
  ...presentSellOrderItem(row),
  holdingId: row.holding_id,
  listedElsewhere,
});

/**
 * Returns a sell order with all its fields, for admins. `listedElsewhere` maps item ids to quantities
 * (`findListedElsewhere`).
 */
export const presentSellOrderToAdmin = (
  row: SellOrderRow,
  items: readonly SellOrderItemRow[],
  { listedElsewhere, ...shown }: PresentContext & { readonly listedElsewhere: ReadonlyMap<string, number> },
): AdminSellOrder => ({
  ...presentSellOrderDetail(row, items, shown),
  ...forAdmins(row),
  version: row.settings_version,
  sellerProcessingFee: percentOfHundredths(row.seller_fee_hundredths),
  createdBy: row.creator_name,
  items: items.map((item) => presentItemToAdmin(item, listedElsewhere.get(item.id) ?? 0)),
});
