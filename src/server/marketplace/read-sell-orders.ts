import {
  exportSellOrders,
  getSellOrderAsAdmin,
  listSellOrdersAsAdmin,
  type AdminSellOrder,
} from '#contract/marketplace/sell-order.ts';
import { decimalOfCents } from '#domain/basics/price.ts';
import { companyNameIn } from '#domain/company/company-name.ts';
import { listedForAdmins, pageOfSellOrders } from '#server/marketplace/list-sell-orders.ts';
import type { MarketplaceParts } from '#server/marketplace/marketplace-parts.ts';
import { nameOfItem, presentSummaryToAdmin, presentToAdmin, sellerOf } from '#server/marketplace/present-sell-order.ts';
import {
  findListedElsewhere,
  itemsOfSellOrders,
  requireSellOrder,
  statusOf,
} from '#server/marketplace/sell-order-rows.ts';
import { operation, type Call, type Operation } from '#server/platform/http/operation.ts';
import { exportFile, rowsSought, type ExportColumn } from '#server/platform/export/export.ts';
import { wordsIn } from '#server/platform/http/words.ts';
import { longPageOf } from '#server/platform/database/page.ts';

/** A sell order as admins see it, also after they changed it. */
export async function readSellOrder(
  { images }: Pick<MarketplaceParts, 'images'>,
  { db, nowMs }: Pick<Call, 'db' | 'nowMs'>,
  id: string,
): Promise<AdminSellOrder> {
  const row = await requireSellOrder(db, id);
  const items = await itemsOfSellOrders(db, [id]);
  const listedElsewhere = await findListedElsewhere(db, row, items);
  return presentToAdmin(row, items, { nowMs, imageOf: images.linksAt(nowMs), listedElsewhere });
}

type Listed = Awaited<ReturnType<typeof pageOfSellOrders>>['found'][number];

function columnsFor({ language, timeZone, nowMs }: Call): ExportColumn<Listed>[] {
  const words = wordsIn(language);
  return [
    { heading: words('marketplace.title'), value: ({ row }) => row.title },
    { heading: words('marketplace.status'), value: ({ row }) => words(`sellOrderStatus.${statusOf(row, nowMs)}`) },
    { heading: words('marketplace.seller'), value: ({ row }) => companyNameIn(language, sellerOf(row)) },
    { heading: words('marketplace.items'), value: ({ items }) => items.map(nameOfItem).join('; ') },
    { heading: words('marketplace.unitPrice'), value: ({ row }) => decimalOfCents(row.unit_price_cents) },
    { heading: words('marketplace.totalQuantity'), value: ({ row }) => row.total_quantity },
    { heading: words('marketplace.remainingQuantity'), value: ({ row }) => row.remaining_quantity },
    { heading: words('marketplace.reservedQuantity'), value: ({ row }) => row.reserved_quantity },
    { heading: words('marketplace.soldQuantity'), value: ({ row }) => row.sold_quantity },
    { heading: `${words('marketplace.publishTime')} (${timeZone})`, value: ({ row }) => row.publish_at ?? '' },
    { heading: `${words('marketplace.endTime')} (${timeZone})`, value: ({ row }) => row.end_at ?? '' },
  ];
}

/** What admins read of sell orders; as a file all pages of them. */
export const sellOrderReads = (parts: MarketplaceParts): Operation[] => [
  operation(listSellOrdersAsAdmin, async ({ db, query, nowMs }) => {
    const { found, count } = await pageOfSellOrders(db, await listedForAdmins(db, query), query);
    const shown = { nowMs, imageOf: parts.images.linksAt(nowMs) };
    const orders = found.map(({ row, items }) => presentSummaryToAdmin(row, items, shown));
    return longPageOf(orders, count, query);
  }),

  operation(exportSellOrders, async (call) => {
    const { db, query, timeZone } = call;
    const all = { currentPage: 1, limit: rowsSought(query.format) };
    const { found: rows } = await pageOfSellOrders(db, await listedForAdmins(db, query), all);
    return exportFile({ name: 'sell-orders', columns: columnsFor(call), rows }, { format: query.format, timeZone });
  }),

  operation(getSellOrderAsAdmin, (call) => readSellOrder(parts, call, call.params.id)),
];
