import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { ANSWER_DAYS_MAX } from '#domain/settlement/next-bid.ts';
import { decimalOfCents, textOfCents } from '#domain/basics/price.ts';
import { itemNames } from '#server/auction/items/stored-items.ts';
import { storedAuction } from '#server/auction/stored-auctions.ts';
import { chosenChannels, storeNotices } from '#server/notice/store-notices.ts';
import { dueDay } from '#server/settlement/calendar.ts';
import { findNextBid, type FoundBid } from '#server/settlement/find-next-bid.ts';
import { lockSettlement } from '#server/settlement/locked-settlement.ts';
import { findAwardFacts, isOffered, type AwardFacts } from '#server/settlement/released-recs.ts';
import type { Db } from '#server/platform/database/database.ts';
import { Refused, refuseFields } from '#server/platform/http/refused.ts';
import { queueMails, type WriteMail } from '#server/platform/mail/queue-mails.ts';
import { queueWebhooks } from '#server/platform/mail/queue-webhooks.ts';

type Wish = { readonly bidId: string; readonly answerDays: number };
type Deps = { readonly publicUrl: string };

/**
 * Offers RECs of a settlement in default to the next bid, after their release (step `offerNext`). Tells the bidder.
 *
 * @throws Refused offer_still_open, no_next_bid, next_bid_changed if the next bid is not the one that the administrator
 * saw, settlement_days_invalid
 */
export async function makeOffer(
  db: Db,
  { publicUrl }: Deps,
  settlementId: string,
  { bidId, answerDays }: Wish,
  userId: string,
): Promise<void> {
  const isWhole = Number.isInteger(answerDays) && answerDays >= 0 && answerDays <= ANSWER_DAYS_MAX;
  if (!isWhole) refuseFields({ answerDays: { code: 'settlement_days_invalid', params: { maximum: ANSWER_DAYS_MAX } } });
  const row = await lockSettlement(db, settlementId);
  const facts = await findAwardFacts(db, row);
  if (!facts) throw new Refused('no_next_bid');
  // One after the other, so that two settlements of an item do not offer the same bid more than its quantity.
  await sql`select from auction_item where id = ${facts.itemId} for no key update`.execute(db);
  if (await isOffered(db, row.id)) throw new Refused('offer_still_open');
  const found = await findNextBid(db, row, facts, row.to_offer);
  if (!found) throw new Refused('no_next_bid');
  if (found.bid.bidId !== bidId) throw new Refused('next_bid_changed');
  const id = randomUUID();
  const answerBy = await dueDay(db, row.calendar, answerDays);
  await db
    .insertInto('settlement_offer')
    .values({
      id,
      settlement_id: row.id,
      bidder_id: found.bid.bidderId,
      bid_id: bidId,
      ranking: found.rank,
      quantity: found.quantity,
      price_cents: found.bid.priceCents,
      amount: textOfCents(found.cost.amountCents),
      seller_fee: textOfCents(found.cost.sellerFeeCents),
      buyer_fee: textOfCents(found.cost.buyerFeeCents),
      answer_by: answerBy,
      offered_by: userId,
    })
    .execute();
  await tellBidder(db, facts, found, { id, answerBy, publicUrl });
}

type Offered = { readonly id: string; readonly answerBy: string; readonly publicUrl: string };

/** Tells the members who may answer for the bidder's company, and its webhooks. */
async function tellBidder(db: Db, { auctionId, itemId }: AwardFacts, found: FoundBid, offer: Offered): Promise<void> {
  const { quantity, bid, cost, bidder } = found;
  const { rows: people } = await sql<{ userId: string; email: string; wantsMail: boolean }>`
    select reader.id as "userId", reader.email, 'mail' = any(${chosenChannels('offered')}) as "wantsMail"
    from account_member member
    join app_user reader on reader.id = member.user_id
    left join notice_choice choice on choice.user_id = reader.id and choice.kind = 'offered'
    where member.account_id = ${bidder.accountId} and member.role <> 'viewer' order by reader.id`.execute(db);
  await storeNotices(
    db,
    'offered',
    people.map(({ userId }) => ({ userId, auctionId, itemId, quantity })),
  );
  const params = {
    title: (await storedAuction(db, auctionId))?.title ?? '',
    item: (await itemNames(db, [itemId])).get(itemId) ?? '',
    quantity,
    price: textOfCents(BigInt(bid.priceCents)),
    amount: textOfCents(cost.amountCents),
    answerBy: offer.answerBy,
  };
  const write: WriteMail = (_, { words }) => ({
    subject: words('offer.mailSubject', params),
    body: words('offer.mailBody', params),
  });
  const recipients = people.flatMap(({ email, wantsMail }) => (wantsMail && email !== '' ? [email] : []));
  await queueMails(
    db,
    'settlement',
    recipients.map((recipient) => ({ recipient, write, ending: [`${offer.publicUrl}/user/settlements`] })),
  );
  const data = {
    offerId: offer.id,
    auctionId,
    auctionItemId: itemId,
    quantity,
    price: decimalOfCents(bid.priceCents),
    amount: params.amount,
    answerBy: offer.answerBy,
  };
  await queueWebhooks(db, 'offer.made', [{ accountId: bidder.accountId, data }]);
}
