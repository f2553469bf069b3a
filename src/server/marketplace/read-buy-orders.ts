import {
  exportBuyOrdersAsAdmin,
  exportOwnBuyOrders,
  getBuyOrderAsAdmin,
  getOwnBuyOrder,
  listBuyOrdersAsAdmin,
  listOwnBuyOrders,
} from '#contract/marketplace/buy-order.ts';
import { decimalOfCents, textOfCents } from '#domain/basics/price.ts';
import { companyNameIn } from '#domain/company/company-name.ts';
import { referenceOf } from '#domain/marketplace/buy-order-reference.ts';
import {
  listBuyOrders,
  pageOfBuyOrders,
  partsOf,
  requireBuyOrder,
  type BuyOrderRow,
} from '#server/marketplace/buy-order-rows.ts';
import {
  buyerOf,
  presentBuyOrder,
  presentToAdmin,
  presentToBuyer,
  priceOfBuyOrder,
} from '#server/marketplace/present-buy-order.ts';
import { sellerOf } from '#server/marketplace/present-sell-order.ts';
import { longPageOf } from '#server/platform/database/page.ts';
import { exportFile, rowsSought, type ExportColumn } from '#server/platform/export/export.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { operation, type Call, type Operation } from '#server/platform/http/operation.ts';
import { wordsIn } from '#server/platform/http/words.ts';

export const ownAccountIds = ({ accounts }: Caller): string[] => accounts.map(({ id }) => id);

function columnsFor({ language, timeZone }: Pick<Call, 'language' | 'timeZone'>): ExportColumn<BuyOrderRow>[] {
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

async function exportBuyOrders(call: Call<typeof exportOwnBuyOrders>, accountIds?: readonly string[]) {
  const { db, query, timeZone } = call;
  const rows = await listBuyOrders(db, { ...query, limit: rowsSought(query.format) }, accountIds);
  return exportFile({ name: 'buy-orders', columns: columnsFor(call), rows }, { format: query.format, timeZone });
}

/** What admins read of all buy orders, and members of their companies'; as a file all pages of them. */
export const buyOrderReads: readonly Operation[] = [
  operation(listBuyOrdersAsAdmin, async ({ db, query }) => {
    const { rows, count } = await pageOfBuyOrders(db, query);
    return longPageOf(rows.map(presentBuyOrder), count, query);
  }),

  operation(getBuyOrderAsAdmin, async ({ db, params }) =>
    presentToAdmin(await requireBuyOrder(db, params.id), await partsOf(db, [params.id])),
  ),

  operation(listOwnBuyOrders, async ({ db, caller, query }) => {
    const { rows, count } = await pageOfBuyOrders(db, query, ownAccountIds(caller));
    return longPageOf(rows.map(presentBuyOrder), count, query);
  }),

  operation(getOwnBuyOrder, async ({ db, caller, params }) => {
    const row = await requireBuyOrder(db, params.id, ownAccountIds(caller));
    return presentToBuyer(row, await partsOf(db, [row.id]), caller.accounts);
  }),

  operation(exportBuyOrdersAsAdmin, (call) => exportBuyOrders(call)),
  operation(exportOwnBuyOrders, (call) => exportBuyOrders(call, ownAccountIds(call.caller))),
];
