import { decimalOfCents, textOfCents } from '#domain/basics/price.ts';
import { companyNameIn } from '#domain/company/company-name.ts';
import type { FoundSellOrder } from '#server/marketplace/list-sell-orders.ts';
import { nameOfItem, presentNamedProduct, quantitiesOf, sellerOf } from '#server/marketplace/present-sell-order.ts';
import { sellOrderStatusOf, type SellOrderItemRow } from '#server/marketplace/sell-order-rows.ts';
import type { ExportColumn } from '#server/platform/export/export.ts';
import type { Call } from '#server/platform/http/operation.ts';
import { wordsIn } from '#server/platform/http/words.ts';

/** Returns the columns of sell orders in an exported file. */
export function sellOrderColumns({
  language,
  timeZone,
  nowMs,
}: Pick<Call, 'language' | 'timeZone' | 'nowMs'>): ExportColumn<FoundSellOrder>[] {
  const words = wordsIn(language);
  return [
    { key: 'sellOrderId', raw: ({ row }) => row.id },
    { key: 'sellerAccountId', raw: ({ row }) => row.seller_account_id },
    { key: 'title', heading: words('marketplace.title'), value: ({ row }) => row.title },
    {
      key: 'status',
      heading: words('marketplace.status'),
      value: ({ row }) => words(`sellOrderStatus.${sellOrderStatusOf(row, nowMs)}`),
      raw: ({ row }) => sellOrderStatusOf(row, nowMs),
    },
    { key: 'seller', heading: words('marketplace.seller'), value: ({ row }) => companyNameIn(language, sellerOf(row)) },
    {
      key: 'items',
      heading: words('marketplace.items'),
      value: ({ items }) => items.map(nameOfItem).join('; '),
      raw: ({ items }) => items.map(rawItem),
    },
    {
      key: 'unitPrice',
      heading: words('marketplace.unitPrice'),
      value: ({ row }) => decimalOfCents(row.unit_price_cents),
      raw: ({ row }) => textOfCents(BigInt(row.unit_price_cents)),
    },
    { key: 'totalQuantity', heading: words('marketplace.totalQuantity'), value: ({ row }) => row.total_quantity },
    {
      key: 'remainingQuantity',
      heading: words('marketplace.remainingQuantity'),
      value: ({ row }) => row.remaining_quantity,
    },
    {
      key: 'reservedQuantity',
      heading: words('marketplace.reservedQuantity'),
      value: ({ row }) => row.reserved_quantity,
    },
    { key: 'soldQuantity', heading: words('marketplace.soldQuantity'), value: ({ row }) => row.sold_quantity },
    {
      key: 'publishTime',
      heading: `${words('marketplace.publishTime')} (${timeZone})`,
      value: ({ row }) => row.publish_at ?? '',
    },
    { key: 'endTime', heading: `${words('marketplace.endTime')} (${timeZone})`, value: ({ row }) => row.end_at ?? '' },
  ];
}

const rawItem = (item: SellOrderItemRow) => ({
  sellOrderItemId: item.id,
  ...presentNamedProduct(item),
  ...quantitiesOf(item),
});
