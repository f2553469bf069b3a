import type { AdminBuyOrder, BuyOrderPartView, BuyOrderSummary, OwnBuyOrder } from '#contract/marketplace/buy-order.ts';
import { judgeActing, type Membership } from '#domain/access/may.ts';
import { amountCents } from '#domain/basics/amount.ts';
import { decimalOfCents, textOfCents } from '#domain/basics/price.ts';
import { referenceOf } from '#domain/marketplace/buy-order-reference.ts';
import { judgeBuyOrderStep } from '#domain/marketplace/judge-buy-order-step.ts';
import { priceBuyOrder } from '#domain/marketplace/split-buy-order.ts';
import type { BuyOrderRow, PartRow } from '#server/marketplace/buy-order-rows.ts';
import { presentNamedGoods, sellerOf } from '#server/marketplace/present-sell-order.ts';

type Priced = Pick<BuyOrderRow, 'quantity' | 'unit_price_cents' | 'buyer_fee_hundredths' | 'seller_fee_hundredths'>;

export const priceOfBuyOrder = (row: Priced) =>
  priceBuyOrder(row.unit_price_cents, row.quantity, {
    buyerFeeHundredths: row.buyer_fee_hundredths,
    sellerFeeHundredths: row.seller_fee_hundredths,
  });

/** What it costs the buyer, in the review as in the order. */
export function presentCost(row: Priced) {
  const cost = priceOfBuyOrder(row);
  return {
    quantity: row.quantity,
    unitPrice: decimalOfCents(row.unit_price_cents),
    amount: textOfCents(cost.amountCents),
    buyerProcessingFee: decimalOfCents(row.buyer_fee_hundredths),
    buyerFee: textOfCents(cost.buyerFeeCents),
    total: textOfCents(cost.totalCents),
  };
}

export const presentPart = (
  row: Omit<PartRow, 'id' | 'buy_order_id' | 'position'>,
  unitPriceCents: number,
): BuyOrderPartView => ({
  sellOrderItemId: row.sell_order_item_id,
  ...presentNamedGoods(row),
  quantity: row.quantity,
  amount: textOfCents(amountCents(unitPriceCents, row.quantity)),
});

export const buyerOf = (row: BuyOrderRow) => ({
  accountId: row.account_id,
  companyName: row.buyer_name,
  englishCompanyName: row.buyer_english_name,
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

const presentDetail = (row: BuyOrderRow, parts: readonly PartRow[]) => ({
  ...presentBuyOrder(row),
  placedBy: row.placer_name,
  parts: parts.map((part) => presentPart(part, row.unit_price_cents)),
  beneficiary: row.beneficiary,
  remark: row.remark,
  isCancelledWithSellOrder: row.is_with_sell_order,
  retirementNumber: row.retirement_number,
});

/** For the members of the company whose it is; which admin decided is the platform's matter. */
export function presentToBuyer(
  row: BuyOrderRow,
  parts: readonly PartRow[],
  accounts: readonly Membership[],
): OwnBuyOrder {
  const account = accounts.find(({ id }) => id === row.account_id);
  const mayAct = account !== undefined && judgeActing(account) === undefined;
  return { ...presentDetail(row, parts), mayCancel: mayAct && !judgeBuyOrderStep(row.status, 'Cancelled') };
}

export function presentToAdmin(row: BuyOrderRow, parts: readonly PartRow[]): AdminBuyOrder {
  const { sellerFeeCents, proceedsCents } = priceOfBuyOrder(row);
  return {
    ...presentDetail(row, parts),
    sellerProcessingFee: decimalOfCents(row.seller_fee_hundredths),
    sellerFee: textOfCents(sellerFeeCents),
    proceeds: textOfCents(proceedsCents),
    buyerStatus: row.buyer_status,
    decidedBy: row.decider_name,
  };
}
