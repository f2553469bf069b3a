import { randomUUID } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import { newSettlement } from '#domain/settlement/take-step.ts';
import type { SettlementTerms } from '#domain/settlement/terms.ts';
import { dueDay } from '#server/settlement/calendar.ts';
import type { SettlementRow } from '#server/settlement/locked-settlement.ts';
import {
  readSettlementTerms,
  columnsOfTerms,
  termsOfRow,
  type TermsOf,
} from '#server/settlement-terms/stored-terms.ts';
import type { Db } from '#server/platform/database/database.ts';
import { unitsOfCents } from '#server/platform/database/money.ts';

/**
 * Opens a settlement for each award of an auction, in the transaction that closes the auction. Rehearsals have none.
 */
export const openForAuction = (db: Db, auctionId: string, currency: string): Promise<void> =>
  open(
    db,
    { auction_id: auctionId },
    currency,
    sql`
      select award.id as award_id, null::uuid as buy_order_id, bidder.account_id as bidder, auction.owner_account_id as owner,
             auction.auction_type = 'Forward' as bidder_buys, award.amount as owed, award.quantity
      from award
      join auction on auction.id = award.auction_id
      join bidder on bidder.id = award.bidder_id
      where award.auction_id = ${auctionId} and auction.rehearsal_of is null`,
  );

/** Opens the settlement of a buy order, in the transaction that approves it. */
export const openForBuyOrder = (
  db: Db,
  { id, sellOrderId }: { readonly id: string; readonly sellOrderId: string },
  currency: string,
): Promise<void> =>
  open(
    db,
    { sell_order_id: sellOrderId },
    currency,
    sql`
      select null::uuid as award_id, buy_order.id as buy_order_id, buy_order.account_id as bidder,
             sell_order.seller_account_id as owner, true as bidder_buys,
             ${unitsOfCents(sql`buy_order.quantity * buy_order.unit_price_cents::numeric`)} as owed, buy_order.quantity
      from buy_order join sell_order on sell_order.id = buy_order.sell_order_id
      where buy_order.id = ${id}`,
  );

/** The trade of an accepted offer: an award with its quantity and amount, and its two sides. */
type LaterTrade = {
  readonly awardId: string;
  readonly quantity: number;
  readonly amount: string;
  readonly buyerId: string;
  readonly sellerId: string;
};

/** Opens the settlement of an accepted offer, with the terms of the settlement in default. Returns its id. */
export async function openAfterDefault(db: Db, row: SettlementRow, trade: LaterTrade): Promise<string> {
  const terms = termsOfRow(row);
  const id = randomUUID();
  await db
    .insertInto('settlement')
    .values({
      id,
      award_id: trade.awardId,
      buyer_account_id: trade.buyerId,
      seller_account_id: trade.sellerId,
      owed: trade.amount,
      quantity: trade.quantity,
      ...columnsOfTerms(terms),
      ...(await firstState(db, terms)),
    })
    .execute();
  return id;
}

/** Returns the state in which a settlement begins, with the due dates from today. */
async function firstState(db: Db, terms: SettlementTerms) {
  const { payment, delivery, whole } = newSettlement(terms.mode, 0n, 0);
  return {
    payment,
    delivery,
    whole,
    payment_due_on: payment === 'notDue' ? null : await dueDay(db, terms.calendar, terms.paymentDays),
    delivery_due_on: delivery === 'notDue' ? null : await dueDay(db, terms.calendar, terms.deliveryDays),
  };
}

async function open(db: Db, of: TermsOf, currency: string, trades: RawBuilder<unknown>): Promise<void> {
  const terms = await readSettlementTerms(db, of, currency);
  const state = await firstState(db, terms);
  const columns = columnsOfTerms(terms);
  await sql`
    insert into settlement
      (id, award_id, buy_order_id, buyer_account_id, seller_account_id, payment, delivery, whole, owed, quantity,
       payment_due_on, delivery_due_on, mode, calendar, payment_days, delivery_days, cure_days, penalty_hundredths,
       holds_back)
    select gen_random_uuid(), award_id, buy_order_id, case when bidder_buys then bidder else owner end,
           case when bidder_buys then owner else bidder end, ${state.payment}, ${state.delivery}, ${state.whole}, owed, quantity,
           ${state.payment_due_on}::date, ${state.delivery_due_on}::date, ${columns.mode}, ${columns.calendar}, ${columns.payment_days}::int,
           ${columns.delivery_days}::int, ${columns.cure_days}::int, ${columns.penalty_hundredths}::int,
           ${columns.holds_back}::boolean
    from (${trades}) trade`.execute(db);
}
