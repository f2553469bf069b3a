import { randomUUID } from 'node:crypto';
import { sql, type Selectable } from 'kysely';
import { setAsideOf, supplyOf, type LedgerAccount } from '#domain/holding/ledger.ts';
import type { SettlementEvent } from '#domain/settlement/tracks.ts';
import { bookMovements } from '#server/ledger/book.ts';
import { notifyAdmins } from '#server/notice/store-notices.ts';
import { announceEvent } from '#server/settlement/announce-event.ts';
import { todayOf } from '#server/settlement/calendar.ts';
import { lockSettlement, type SettlementRow } from '#server/settlement/locked-settlement.ts';
import { openAfterDefault } from '#server/settlement/open-settlements.ts';
import { findAwardFacts } from '#server/settlement/released-recs.ts';
import { mailEvent } from '#server/settlement/settlement-mails.ts';
import { findTrade, findTradePeople } from '#server/settlement/trade-people.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Tables } from '#server/platform/database/tables.gen.ts';
import { Refused } from '#server/platform/http/refused.ts';
import { queueWebhooks } from '#server/platform/mail/queue-webhooks.ts';

/** An offer; `answerBy` is its last day, such as `2026-11-27`. */
type OfferRow = Selectable<Tables['settlement_offer']> & { readonly answerBy: string };

/** An answer of a member of the bidder's company. */
type Answer = {
  readonly accept: boolean;
  readonly userId: string;
  readonly accountId: string;
  readonly publicUrl: string;
};

/**
 * Accepts or declines an offer. An acceptance makes an award, moves the RECs and opens a settlement. After a refusal,
 * administrators may offer the RECs to the next bid.
 * @throws Refused offer_expired, offer_already_answered
 */
export async function answer(db: Db, offerId: string, by: Answer): Promise<void> {
  const { settlement_id: settlementId } = await requireOffer(db, offerId);
  const row = await lockSettlement(db, settlementId);
  const offer = await requireOffer(db, offerId);
  const isLate = offer.state === 'open' && offer.answerBy < (await todayOf(db, row.calendar));
  if (offer.state === 'expired' || isLate) throw new Refused('offer_expired');
  if (offer.state !== 'open') throw new Refused('offer_already_answered');
  await close(db, offer, by.accept ? 'accepted' : 'declined', by.userId);
  if (by.accept) await sell(db, row, offer, by);
  else await tellRefusal(db, row, 'offerDeclined', by.publicUrl);
}

const requireOffer = (db: Db, id: string): Promise<OfferRow> =>
  selectOffers(db).where('id', '=', id).executeTakeFirstOrThrow();

const selectOffers = (db: Db) =>
  db
    .selectFrom('settlement_offer')
    .selectAll()
    .select(sql<string>`answer_by::text`.as('answerBy'));

async function close(
  db: Db,
  { id }: OfferRow,
  state: Exclude<OfferRow['state'], 'open'>,
  userId: string | null,
): Promise<void> {
  await db
    .updateTable('settlement_offer')
    .set({ state, answered_by: userId, answered_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .execute();
}

async function sell(
  db: Db,
  row: SettlementRow,
  offer: OfferRow,
  { accountId, userId, publicUrl }: Answer,
): Promise<void> {
  const facts = await findAwardFacts(db, row);
  if (!facts) throw new Error('only the RECs of an award are offered to the next bid');
  const { auctionId, itemId, product, bidderBuys } = facts;
  await sql`select from auction_item where id = ${itemId} for no key update`.execute(db);
  const awardId = randomUUID();
  const { quantity } = offer;
  await db
    .insertInto('award')
    .values({
      id: awardId,
      auction_id: auctionId,
      item_id: itemId,
      bidder_id: offer.bidder_id,
      bid_id: offer.bid_id,
      ranking: offer.ranking,
      quantity,
      price_cents: offer.price_cents,
      amount: offer.amount,
      seller_fee: offer.seller_fee,
      buyer_fee: offer.buyer_fee,
      offer_id: offer.id,
    })
    .execute();
  const [buyerId, sellerId] = bidderBuys ? [accountId, row.seller_account_id] : [row.buyer_account_id, accountId];
  const from = bidderBuys ? setAsideOf(sellerId, product, row.id) : supplyOf(sellerId, product);
  const to: LedgerAccount = { kind: 'held', accountId: buyerId, product, sourceKind: 'award', sourceId: awardId };
  await bookMovements(db, [{ kind: 'awarded', from, to, quantity }], { userId });
  await sql`update settlement set to_offer = to_offer - ${quantity}::int where id = ${row.id}`.execute(db);
  const id = await openAfterDefault(db, row, { awardId, quantity, amount: offer.amount, buyerId, sellerId });
  const opened = await lockSettlement(db, id);
  const actor = bidderBuys ? 'buyer' : 'seller';
  await announceEvent(db, opened, { event: 'offerAccepted', actor, userId, remark: '', publicUrl });
  const { payment, delivery, whole } = opened;
  const data = { settlementId: id, step: 'offerAccepted' as const, payment, delivery, whole };
  await queueWebhooks(
    db,
    'settlement.updated',
    [buyerId, sellerId].map((receiver) => ({ accountId: receiver, data })),
  );
  if (row.to_offer > quantity) await notifyAdmins(db, 'defaultWaits', row.id);
}

/**
 * Tells the other side of the default and the administrators that nobody took the RECs. The side in default is not told
 * about other bidders.
 */
async function tellRefusal(db: Db, row: SettlementRow, event: SettlementEvent, publicUrl: string): Promise<void> {
  const facts = await findAwardFacts(db, row);
  const side = facts?.bidderBuys ? 'seller' : 'buyer';
  const people = await findTradePeople(db, row, 'settlementStep');
  const recipients = people.flatMap(({ email, wantsMail, sides }) =>
    wantsMail && sides.includes(side) ? [email] : [],
  );
  const admins = await notifyAdmins(db, 'defaultWaits', row.id);
  const trade = await findTrade(db, row);
  const page = `settlements/${row.id}`;
  await mailEvent(db, row, trade, { event, recipients, remark: '', page: `${publicUrl}/user/${page}` });
  await mailEvent(db, row, trade, { event, recipients: admins, remark: '', page: `${publicUrl}/admin/${page}` });
  const data = { settlementId: row.id, step: event, payment: row.payment, delivery: row.delivery, whole: row.whole };
  const accountId = side === 'seller' ? row.seller_account_id : row.buyer_account_id;
  await queueWebhooks(db, 'settlement.updated', [{ accountId, data }]);
}

/** Expires an open offer whose last day has passed. The caller has locked the settlement. */
export async function expireOffer(db: Db, row: SettlementRow, publicUrl: string): Promise<void> {
  const offer = await selectOffers(db)
    .where('settlement_id', '=', row.id)
    .where('state', '=', 'open')
    .executeTakeFirst();
  if (!offer || offer.answerBy >= (await todayOf(db, row.calendar))) return;
  await close(db, offer, 'expired', null);
  await tellRefusal(db, row, 'offerExpired', publicUrl);
}
