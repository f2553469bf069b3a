import {
  exportBuyOrdersAsAdmin,
  exportOwnBuyOrders,
  getBuyOrderAsAdmin,
  getOwnBuyOrder,
  listBuyOrdersAsAdmin,
  listOwnBuyOrders,
  type AdminBuyOrder,
  type BuyOrderPartView,
  type BuyOrderSummary,
  type OwnBuyOrder,
} from '#contract/marketplace/buy-order.ts';
import { asksForChanges, longChangesPageOf, pageOfChanges } from '#server/platform/database/sync-page.ts';
import type { QueryOf } from '#contract/basics/route.ts';
import type { Db } from '#server/platform/database/database.ts';
import { decimalOfCents, textOfCents } from '#domain/basics/price.ts';
import { UNKNOWN_CLAIM } from '#domain/claim/claim.ts';
import { withPlace } from '#domain/holding/beneficiary.ts';
import { referenceOf } from '#domain/marketplace/buy-order-reference.ts';
import {
  buyOrderSource,
  pageOfBuyOrders,
  partsOf,
  requireBuyOrder,
  type BuyOrderRow,
  type PartRow,
} from '#server/marketplace/buy-order-rows.ts';
import { sellerOf, presentNamedProduct } from '#server/marketplace/present-sell-order.ts';
import { longPageOf } from '#server/platform/database/page.ts';
import { buyerOf, buyOrderColumns, priceOfBuyOrder, type Priced } from '#server/marketplace/buy-order-columns.ts';
import { exportList } from '#server/platform/export/export.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { operation, type Call, type Operation } from '#server/platform/http/operation.ts';
import { settingIn } from '#server/platform-setting/stored-settings.ts';
import { judgeActing, type Membership } from '#domain/access/may.ts';
import { amountCents, percentOfHundredths } from '#domain/basics/amount.ts';
import { judgeBuyOrderStep } from '#domain/marketplace/judge-buy-order-step.ts';

export const ownAccountIds = ({ accounts }: Caller): string[] => accounts.map(({ id }) => id);

async function exportBuyOrders(call: Call<typeof exportOwnBuyOrders>, accountIds?: readonly string[]) {
  const { db, query, timeZone } = call;
  const columns = buyOrderColumns(call, await settingIn(db, 'feeNames'));
  const list = { name: 'buy-orders', columns, ...buyOrderSource(query, accountIds) };
  return exportList(db, list, { format: query.format, timeZone });
}

async function listOrders(db: Db, query: QueryOf<typeof listBuyOrdersAsAdmin>, accountIds?: readonly string[]) {
  if (asksForChanges(query)) {
    const { rows: changed, changes } = await pageOfChanges(db, 'buyOrder', buyOrderSource(query, accountIds), query);
    return longChangesPageOf(changed.map(presentBuyOrder), changes, query);
  }
  const { rows, count } = await pageOfBuyOrders(db, query, accountIds);
  return longPageOf(rows.map(presentBuyOrder), count, query);
}

/** Reads of buy orders. Admins read all buy orders, members those of their companies. An export contains all pages. */
export const buyOrderReads: readonly Operation[] = [
  operation(listBuyOrdersAsAdmin, ({ db, query }) => listOrders(db, query)),

  operation(getBuyOrderAsAdmin, async ({ db, params }) =>
    presentBuyOrderToAdmin(await requireBuyOrder(db, params.id), await partsOf(db, [params.id])),
  ),

  operation(listOwnBuyOrders, ({ db, caller, query }) => listOrders(db, query, ownAccountIds(caller))),

  operation(getOwnBuyOrder, async ({ db, caller, params }) => {
    const row = await requireBuyOrder(db, params.id, ownAccountIds(caller));
    return presentToBuyer(row, await partsOf(db, [row.id]), caller.accounts);
  }),

  operation(exportBuyOrdersAsAdmin, (call) => exportBuyOrders(call)),
  operation(exportOwnBuyOrders, (call) => exportBuyOrders(call, ownAccountIds(call.caller))),
];

/** Returns the buyer's cost of a quantity. The review and the buy order both show it. */
export function presentCost(row: Priced) {
  const cost = priceOfBuyOrder(row);
  return {
    quantity: row.quantity,
    unitPrice: decimalOfCents(row.unit_price_cents),
    amount: textOfCents(cost.amountCents),
    buyerProcessingFee: percentOfHundredths(row.buyer_fee_hundredths),
    buyerFee: textOfCents(cost.buyerFeeCents),
    total: textOfCents(cost.totalCents),
  };
}

export const presentPart = (
  row: Omit<PartRow, 'id' | 'buy_order_id' | 'position'>,
  unitPriceCents: number,
): BuyOrderPartView => ({
  sellOrderItemId: row.sell_order_item_id,
  ...presentNamedProduct(row),
  quantity: row.quantity,
  amount: textOfCents(amountCents(unitPriceCents, row.quantity)),
});

export const presentBuyOrder = (row: BuyOrderRow): BuyOrderSummary => ({
  id: row.id,
  reference: referenceOf(row.id),
  status: row.status,
  sellOrder: { id: row.sell_order_id, title: row.title },
  seller: sellerOf(row),
  buyer: buyerOf(row),
  ...presentCost(row),
  hasBeneficiary: row.beneficiary !== null,
  placedAt: row.placed_at.toISOString(),
  decidedAt: row.decided_at?.toISOString() ?? null,
});

const presentBuyOrderDetail = (row: BuyOrderRow, parts: readonly PartRow[]) => ({
  ...presentBuyOrder(row),
  placedBy: row.placer_name,
  parts: parts.map((part) => presentPart(part, row.unit_price_cents)),
  beneficiary: row.beneficiary && withPlace(row.beneficiary),
  claim: row.beneficiary && (row.claim ?? UNKNOWN_CLAIM),
  remark: row.remark,
  isCancelledWithSellOrder: row.is_with_sell_order,
  retirementNumber: row.retirement_number,
});

/** Returns a buy order as members of the buying company see it. They do not see which admin decided. */
export function presentToBuyer(
  row: BuyOrderRow,
  parts: readonly PartRow[],
  accounts: readonly Membership[],
): OwnBuyOrder {
  const account = accounts.find(({ id }) => id === row.account_id);
  const mayAct = account !== undefined && judgeActing(account) === undefined;
  return { ...presentBuyOrderDetail(row, parts), mayCancel: mayAct && !judgeBuyOrderStep(row.status, 'Cancelled') };
}

export function presentBuyOrderToAdmin(row: BuyOrderRow, parts: readonly PartRow[]): AdminBuyOrder {
  const { sellerFeeCents, proceedsCents } = priceOfBuyOrder(row);
  return {
    ...presentBuyOrderDetail(row, parts),
    sellerProcessingFee: percentOfHundredths(row.seller_fee_hundredths),
    sellerFee: textOfCents(sellerFeeCents),
    proceeds: textOfCents(proceedsCents),
    buyerStatus: row.buyer_status,
    decidedBy: row.decider_name,
  };
}
