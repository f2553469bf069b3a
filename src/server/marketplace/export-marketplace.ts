import { exportBuyOrdersAsAdmin, exportOwnBuyOrders } from '#contract/marketplace/buy-order.ts';
import { exportSellOrders } from '#contract/marketplace/sell-order.ts';
import { referenceOf } from '#domain/marketplace/buy-order-reference.ts';
import { decimalOfCents, textOfCents } from '#domain/basics/price.ts';
import { companyNameIn } from '#domain/company/company-name.ts';
import { listBuyOrders, type BuyOrderRow } from '#server/marketplace/buy-order-rows.ts';
import { listedForAdmins, pageOfSellOrders } from '#server/marketplace/list-sell-orders.ts';
import { buyerOf, priceOfBuyOrder } from '#server/marketplace/present-buy-order.ts';
import { nameOfItem, sellerOf } from '#server/marketplace/present-sell-order.ts';
import { statusOf, type SellOrderItemRow, type SellOrderRow } from '#server/marketplace/sell-order-rows.ts';
import { ownAccountIds } from '#server/marketplace/read-buy-orders.ts';
import { exportFile, rowsSought, type ExportColumn } from '#server/platform/export/export.ts';
import { operation, type Call, type Operation } from '#server/platform/http/operation.ts';
import { wordsIn } from '#server/platform/http/words.ts';

type Listed = { readonly row: SellOrderRow; readonly items: readonly SellOrderItemRow[] };
type How = Pick<Call, 'language' | 'timeZone' | 'nowMs'>;

function sellOrderColumns({ language, timeZone, nowMs }: How): ExportColumn<Listed>[] {
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

function buyOrderColumns({ language, timeZone }: How): ExportColumn<BuyOrderRow>[] {
  const words = wordsIn(language);
  return [
    { heading: words('marketplace.reference'), value: ({ id }) => referenceOf(id) },
    { heading: words('marketplace.status'), value: ({ status }) => words(`buyOrderStatus.${status}`) },
    { heading: words('marketplace.title'), value: ({ title }) => title },
    { heading: words('marketplace.seller'), value: (row) => companyNameIn(language, sellerOf(row)) },
    { heading: words('marketplace.buyer'), value: (row) => companyNameIn(language, buyerOf(row)) },
    { heading: words('marketplace.quantity'), value: ({ quantity }) => quantity },
    { heading: words('marketplace.unitPrice'), value: (row) => decimalOfCents(row.unit_price_cents) },
    { heading: words('marketplace.amount'), value: (row) => textOfCents(priceOfBuyOrder(row).amountCents) },
    { heading: words('marketplace.buyerFee'), value: (row) => textOfCents(priceOfBuyOrder(row).buyerFeeCents) },
    { heading: words('marketplace.total'), value: (row) => textOfCents(priceOfBuyOrder(row).totalCents) },
    { heading: words('marketplace.beneficiary'), value: ({ beneficiary }) => beneficiary?.nameOnCertificates ?? '' },
    { heading: `${words('marketplace.placedAt')} (${timeZone})`, value: (row) => row.placed_at },
    { heading: `${words('marketplace.decidedAt')} (${timeZone})`, value: (row) => row.decided_at ?? '' },
    { heading: words('marketplace.remark'), value: ({ remark }) => remark ?? '' },
  ];
}

const buyOrdersFile = (call: Call<typeof exportOwnBuyOrders>, rows: readonly BuyOrderRow[]) =>
  exportFile(
    { name: 'buy-orders', columns: buyOrderColumns(call), rows },
    { format: call.query.format, timeZone: call.timeZone },
  );

/** Lists as files, all pages of them, as they are filtered. */
export const marketplaceExports: readonly Operation[] = [
  operation(exportSellOrders, async (call) => {
    const { db, query, timeZone } = call;
    const all = { currentPage: 1, limit: rowsSought(query.format) };
    const { found } = await pageOfSellOrders(db, await listedForAdmins(db, query), all);
    const table = { name: 'sell-orders', columns: sellOrderColumns(call), rows: found };
    return exportFile(table, { format: query.format, timeZone });
  }),

  operation(exportBuyOrdersAsAdmin, async (call) =>
    buyOrdersFile(call, await listBuyOrders(call.db, { ...call.query, limit: rowsSought(call.query.format) })),
  ),

  operation(exportOwnBuyOrders, async (call) => {
    const filter = { ...call.query, limit: rowsSought(call.query.format) };
    return buyOrdersFile(call, await listBuyOrders(call.db, filter, ownAccountIds(call.caller)));
  }),
];
