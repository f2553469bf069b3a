import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { placeBuyOrder, reviewBuyOrder, type BuyOrderReview } from '#contract/marketplace/marketplace.ts';
import type { Membership } from '#domain/access/may.ts';
import { judgeClaim, tidyClaim, UNKNOWN_CLAIM } from '#domain/claim/claim.ts';
import { judgeAvailable, judgeBuyQuantity } from '#domain/marketplace/judge-buy-order.ts';
import { isSameSplit, splitBuyOrder, type BuyOrderPart } from '#domain/marketplace/split-buy-order.ts';
import { judgeBuyer } from '#domain/marketplace/who-may-buy.ts';
import { resolveBeneficiary } from '#server/holding/beneficiaries.ts';
import { moveQuantities, partsOf, requireBuyOrder } from '#server/marketplace/buy-order-rows.ts';
import { mailBuyOrders } from '#server/marketplace/marketplace-mails.ts';
import { announceBuyOrders, announceSellOrder, type MarketplaceParts } from '#server/marketplace/marketplace-parts.ts';
import { presentCost, presentPart, presentToBuyer } from '#server/marketplace/read-buy-orders.ts';
import { requireSeen } from '#server/marketplace/read-sell-orders.ts';
import {
  audienceOf,
  itemsOfSellOrders,
  lockSellOrder,
  sellOrderStatusOf,
  type LockedSellOrder,
  type SellOrderItemRow,
  type SellOrderRow,
} from '#server/marketplace/sell-order-rows.ts';
import { acceptedTermsText, readSettlementTerms, requirePresentTerms } from '#server/settlement-terms/stored-terms.ts';
import { queueWebhooks } from '#server/platform/mail/queue-webhooks.ts';
import type { Db } from '#server/platform/database/database.ts';
import { operation, type Call, type Operation } from '#server/platform/http/operation.ts';
import { Refused, refuseFields } from '#server/platform/http/refused.ts';

type Offer = Pick<LockedSellOrder, 'order' | 'items' | 'status'>;

/**
 * Checks whether this account may order this quantity, and returns the quantity. Checks the company first, then the
 * quantity.
 */
async function judge(db: Db, account: Membership, quantity: number | null, { order, status }: Offer): Promise<number> {
  const refused = judgeBuyer(account, await audienceOf(db, order)) ?? judgeAvailable(status);
  if (refused) throw new Refused(refused);
  refuseFields({
    quantity: judgeBuyQuantity(quantity, {
      minimumPurchaseQuantity: order.minimum_purchase_quantity,
      maxBuyOrderRecQuantity: order.max_buy_order_rec_quantity,
      remainingQuantity: order.remaining_quantity,
    }),
  });
  if (quantity === null) throw new Error('a missing quantity passed the check');
  return quantity;
}

/**
 * Returns the account if the caller is a member of it. Another company's account gets the same refusal as a missing
 * one.
 */
function requireAccount({ caller }: Pick<Call, 'caller'>, accountId: string): Membership {
  const account = caller.accounts.find(({ id }) => id === accountId);
  if (!account) throw new Refused('bidder_account_unknown');
  return account;
}

/**
 * The maximum number of buy orders of a company in an hour. Each buy order sends emails to both companies and to all
 * admins.
 */
const ORDERS_AN_HOUR_MAX = 60;

async function refuseFlood(db: Db, accountId: string): Promise<void> {
  const { rows } = await sql`
    select from buy_order where account_id = ${accountId} and placed_at > now() - interval '1 hour'
    limit ${ORDERS_AN_HOUR_MAX}`.execute(db);
  if (rows.length === ORDERS_AN_HOUR_MAX) throw new Refused('too_many_requests');
}

const split = (items: readonly SellOrderItemRow[], quantity: number): BuyOrderPart[] =>
  splitBuyOrder(
    items.map((row) => ({
      sellOrderItemId: row.id,
      position: row.position,
      recVintage: { year: row.vintage_year, period: row.vintage_period },
      remainingQuantity: row.remaining_quantity,
    })),
    quantity,
  );

const pricesOf = (order: SellOrderRow, quantity: number) => ({
  quantity,
  unit_price_cents: order.unit_price_cents,
  buyer_fee_hundredths: order.buyer_fee_hundredths,
  seller_fee_hundredths: order.seller_fee_hundredths,
});

function present({ order, items }: Offer, quantity: number): BuyOrderReview {
  const byId = new Map(items.map((item) => [item.id, item]));
  const parts = split(items, quantity).flatMap(({ sellOrderItemId, quantity: taken }) => {
    const item = byId.get(sellOrderItemId);
    return item
      ? [presentPart({ ...item, sell_order_item_id: sellOrderItemId, quantity: taken }, order.unit_price_cents)]
      : [];
  });
  return { ...presentCost(pricesOf(order, quantity)), parts };
}

/** A beneficiary means that the approval retires the RECs, but by these terms they must be paid and delivered first. */
async function refuseEarlyRetirement(db: Db, order: SellOrderRow, isRetired: boolean, currency: string): Promise<void> {
  if (isRetired && (await readSettlementTerms(db, { sell_order_id: order.id }, currency)).holdsBack)
    refuseFields({ beneficiary: { code: 'holding_held_back' } });
}

/**
 * Reads the company's status and locks its row. Blacklisting locks the row too. So either this buy order sees the
 * blacklisting, or the blacklisting sees this buy order. The sell order's lock always comes before this lock.
 */
async function readStatus(db: Db, account: Membership): Promise<Membership> {
  const { status } = await db
    .selectFrom('account')
    .select('status')
    .where('id', '=', account.id)
    .forShare()
    .executeTakeFirstOrThrow();
  return { ...account, status };
}

async function store(call: Call<typeof placeBuyOrder>, { order, items }: LockedSellOrder, quantity: number) {
  const { db, body, caller } = call;
  const saver = { accountId: body.accountId, userId: caller.userId };
  refuseFields(body.beneficiary ? judgeClaim(body.claim ?? UNKNOWN_CLAIM) : {});
  const beneficiary = body.beneficiary && (await resolveBeneficiary(db, saver, body.beneficiary));
  const id = randomUUID();
  await db
    .insertInto('buy_order')
    .values({
      id,
      sell_order_id: order.id,
      account_id: body.accountId,
      user_id: caller.userId,
      ...pricesOf(order, quantity),
      beneficiary: beneficiary && JSON.stringify(beneficiary),
      claim: beneficiary && JSON.stringify(tidyClaim(body.claim ?? UNKNOWN_CLAIM)),
      settlement_terms: body.settlementTerms ? acceptedTermsText(body.settlementTerms) : null,
    })
    .execute();
  await db
    .insertInto('buy_order_part')
    .values(
      split(items, quantity).map((part, position) => ({
        id: randomUUID(),
        buy_order_id: id,
        position,
        sell_order_item_id: part.sellOrderItemId,
        quantity: part.quantity,
      })),
    )
    .execute();
  await moveQuantities(db, 'reserve', { sellOrderId: order.id, buyOrderIds: [id] });
  return id;
}

/** Operations that review and place buy orders. */
export const placeOperations = (parts: MarketplaceParts): Operation[] => [
  operation(reviewBuyOrder, async (call) => {
    const { db, params, query, nowMs } = call;
    const order = await requireSeen(call, params.id);
    const offer = { order, items: await itemsOfSellOrders(db, [order.id]), status: sellOrderStatusOf(order, nowMs) };
    const quantity = await judge(db, requireAccount(call, query.accountId), query.quantity ?? null, offer);
    return present(offer, quantity);
  }),

  /**
   * Reserves the quantity immediately under the sell order's lock, so that no REC is promised to two buyers
   * (docs/rules.md#buy-orders).
   */
  operation(placeBuyOrder, async (call) => {
    const { db, params, body, caller } = call;
    await requireSeen(call, params.id);
    const locked = await lockSellOrder(db, params.id);
    const account = await readStatus(db, requireAccount(call, body.accountId));
    const quantity = await judge(db, account, body.quantity, locked);
    await refuseEarlyRetirement(db, locked.order, body.beneficiary !== null, parts.issuer.currency);
    await requirePresentTerms(db, { sell_order_id: params.id }, body.settlementTerms, parts.issuer.currency);
    await refuseFlood(db, account.id);
    const shown = present(locked, quantity);
    const { reviewed } = body;
    if (reviewed && (reviewed.total !== shown.total || !isSameSplit(reviewed.parts, shown.parts)))
      throw new Refused('review_changed');
    const id = await store(call, locked, quantity);
    const row = await requireBuyOrder(db, id);
    await mailBuyOrders(parts, db, [row], { status: 'Pending', remark: '' });
    const data = { buyOrderId: id, sellOrderId: params.id, quantity };
    await queueWebhooks(db, 'order.placed', [{ accountId: body.accountId, data }]);
    await announceBuyOrders(db, [body.accountId]);
    await announceSellOrder(db, params.id);
    return presentToBuyer(row, await partsOf(db, [id]), caller.accounts);
  }),
];
