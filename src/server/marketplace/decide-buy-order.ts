import { sql } from 'kysely';
import { approveBuyOrder, cancelBuyOrder, rejectBuyOrder } from '#contract/marketplace/buy-order.ts';
import { judgeActing } from '#domain/access/may.ts';
import { judgeRemark } from '#domain/basics/text.ts';
import { UNKNOWN_CLAIM } from '#domain/claim/claim.ts';
import { withPlace } from '#domain/holding/beneficiary.ts';
import type { Movement } from '#domain/holding/ledger.ts';
import { judgeBuyOrderStep } from '#domain/marketplace/judge-buy-order-step.ts';
import type { BuyOrderStatus } from '#domain/marketplace/buy-order-status.ts';
import { bookMovements } from '#server/ledger/book.ts';
import { productOf } from '#server/ledger/ledger-accounts.ts';
import { retire } from '#server/holding/retire.ts';
import {
  moveQuantities,
  partsOf,
  pendingOrdersOf,
  requireBuyOrder,
  type BuyOrderRow,
} from '#server/marketplace/buy-order-rows.ts';
import { mailBuyOrders } from '#server/marketplace/marketplace-mails.ts';
import { announceBuyOrders, announceSellOrder, type MarketplaceParts } from '#server/marketplace/marketplace-parts.ts';
import { presentBuyOrderToAdmin, presentToBuyer, ownAccountIds } from '#server/marketplace/read-buy-orders.ts';
import { lockSellOrder, type LockedSellOrder } from '#server/marketplace/sell-order-rows.ts';
import { listedAccount, settleSellOrderListing } from '#server/marketplace/settle-listing.ts';
import { openForBuyOrder } from '#server/settlement/open-settlements.ts';
import { queueWebhooks } from '#server/platform/mail/queue-webhooks.ts';
import { settleWaiting } from '#server/notice/store-notices.ts';
import type { Db } from '#server/platform/database/database.ts';
import { operation, type Call, type Operation } from '#server/platform/http/operation.ts';
import type { WebhookKind } from '#domain/automation/webhook.ts';
import { Refused, refuseFields } from '#server/platform/http/refused.ts';

type Decision = { readonly userId: string; readonly remark: string };
type DecisionResult = Decision & {
  readonly status: Exclude<BuyOrderStatus, 'Pending'>;
  readonly isWithSellOrder?: boolean;
};

/** The webhook event of each decision. */
const EVENTS = {
  Approved: 'order.approved',
  Rejected: 'order.rejected',
  Cancelled: 'order.cancelled',
} as const satisfies Record<DecisionResult['status'], WebhookKind>;

/**
 * Locks the sell order of a buy order, then reads the buy order again. So the second of two concurrent decisions sees
 * the first.
 */
async function lockOrder(db: Db, id: string, own?: readonly string[]) {
  const { sell_order_id: sellOrderId } = await requireBuyOrder(db, id, own);
  const locked = await lockSellOrder(db, sellOrderId);
  return { locked, row: await requireBuyOrder(db, id, own) };
}

/** Decides pending buy orders of one sell order. The caller holds the sell order's lock. */
async function decide(
  parts: MarketplaceParts,
  db: Db,
  rows: readonly BuyOrderRow[],
  { status, userId, remark, isWithSellOrder = false }: DecisionResult,
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const buyOrderIds = rows.map(({ id }) => id);
  await db
    .updateTable('buy_order')
    .set({
      status,
      decided_at: sql<Date>`clock_timestamp()`,
      decided_by: userId,
      remark: remark === '' ? null : remark,
      is_with_sell_order: isWithSellOrder,
    })
    .where('id', 'in', buyOrderIds)
    .execute();
  const step = status === 'Approved' ? 'sell' : 'giveBack';
  await moveQuantities(db, step, { sellOrderId: first.sell_order_id, buyOrderIds });
  await settleWaiting(db, 'buyOrderWaits', buyOrderIds);
  await mailBuyOrders(parts, db, rows, { status, remark });
  const told = rows.map(({ id: buyOrderId, sell_order_id: sellOrderId, account_id: accountId }) => ({
    accountId,
    data: { buyOrderId, sellOrderId, status },
  }));
  await queueWebhooks(db, EVENTS[status], told);
  await announceBuyOrders(db, [...new Set(rows.map(({ account_id: accountId }) => accountId))]);
}

/** Cancels the pending buy orders of a sell order that is being cancelled (docs/rules.md#sell-orders). */
export const cancelPendingOrders = async (
  parts: MarketplaceParts,
  db: Db,
  sellOrderId: string,
  decision: Decision,
): Promise<void> =>
  decide(parts, db, await pendingOrdersOf(db, sellOrderId), {
    ...decision,
    status: 'Cancelled',
    isWithSellOrder: true,
  });

/**
 * Books each part as a holding of the buyer; the part is the holding's source in the ledger. If the buy order named a
 * beneficiary, retires the RECs in the same step.
 */
async function bookSale(
  { publicUrl }: MarketplaceParts,
  db: Db,
  { locked, row }: { readonly locked: LockedSellOrder; readonly row: BuyOrderRow },
  decision: Decision,
): Promise<void> {
  const items = new Map(locked.items.map((item) => [item.id, item]));
  const movements = (await partsOf(db, [row.id])).flatMap((part): Movement[] => {
    const item = items.get(part.sell_order_item_id);
    if (!item) return [];
    const to = {
      kind: 'held',
      accountId: row.account_id,
      product: productOf(item),
      sourceKind: 'buy_order_part',
      sourceId: part.id,
    } as const;
    return [{ kind: 'sold', from: listedAccount(locked.order.seller_account_id, item), to, quantity: part.quantity }];
  });
  if (row.beneficiary === null) return bookMovements(db, movements, decision);
  const lines = movements.map(({ to, quantity }) => ({ holding: to, quantity }));
  await retire(
    db,
    { lines, beneficiary: withPlace(row.beneficiary), claim: row.claim ?? UNKNOWN_CLAIM },
    { accountId: row.account_id, publicUrl, ...decision, before: movements },
  );
}

/**
 * Decides one buy order under the sell order's lock. RECs that are not sold are offered again, or return to the seller.
 */
async function settle(
  parts: MarketplaceParts,
  db: Db,
  { locked, row }: Awaited<ReturnType<typeof lockOrder>>,
  made: DecisionResult,
): Promise<void> {
  const refusal = judgeBuyOrderStep(row.status, made.status);
  if (refusal) throw new Refused(refusal);
  const isSold = made.status === 'Approved';
  if (isSold) await bookSale(parts, db, { locked, row }, made);
  await decide(parts, db, [row], made);
  const trade = { id: row.id, sellOrderId: row.sell_order_id };
  if (isSold) await openForBuyOrder(db, trade, parts.issuer.currency);
  if (!isSold) await settleSellOrderListing(db, locked, made);
  await announceSellOrder(db, row.sell_order_id);
}

/**
 * Returns the trimmed remark of a request.
 * @throws Refused if the remark is empty or too long, with the field `remarkContent`
 */
export const requireRemark = ({ remarkContent }: { readonly remarkContent: string }): string => {
  const remark = remarkContent.trim();
  refuseFields({ remarkContent: judgeRemark(remark, true) });
  return remark;
};

async function decideAsAdmin(
  parts: MarketplaceParts,
  { db, params, body, caller }: Call<typeof approveBuyOrder>,
  status: 'Approved' | 'Rejected',
) {
  const remark = requireRemark(body);
  await settle(parts, db, await lockOrder(db, params.id), { userId: caller.userId, remark, status });
  return presentBuyOrderToAdmin(await requireBuyOrder(db, params.id), await partsOf(db, [params.id]));
}

export const decideOperations = (parts: MarketplaceParts): Operation[] => [
  operation(approveBuyOrder, (call) => decideAsAdmin(parts, call, 'Approved')),
  operation(rejectBuyOrder, (call) => decideAsAdmin(parts, call, 'Rejected')),

  operation(cancelBuyOrder, async ({ db, params, caller }) => {
    const own = ownAccountIds(caller);
    const before = await requireBuyOrder(db, params.id, own);
    const account = caller.accounts.find(({ id }) => id === before.account_id);
    const refused = account && judgeActing(account);
    if (refused) throw new Refused(refused);
    const found = await lockOrder(db, params.id, own);
    await settle(parts, db, found, { userId: caller.userId, remark: '', status: 'Cancelled' });
    return presentToBuyer(await requireBuyOrder(db, params.id, own), await partsOf(db, [params.id]), caller.accounts);
  }),
];
