import { sql, type RawBuilder } from 'kysely';
import {
  answerOffer,
  listOffersOfSettlement,
  listOwnOffers,
  type OffersOfDefault,
  type OwnOffer,
} from '#contract/settlement/offer.ts';
import { decimalOfCents, textOfCents } from '#domain/basics/price.ts';
import { isBidderInDefault } from '#domain/settlement/next-bid.ts';
import { isFinal } from '#domain/settlement/tracks.ts';
import type { AuctionParts } from '#server/auction/parts.ts';
import { itemNames } from '#server/auction/items/stored-items.ts';
import { requireActing } from '#server/company/own-account.ts';
import { findHeldOf } from '#server/ledger/ledger-accounts.ts';
import { answer } from '#server/settlement/answer-offer.ts';
import { findNextBid } from '#server/settlement/find-next-bid.ts';
import type { SettlementRow } from '#server/settlement/locked-settlement.ts';
import { findAwardFacts } from '#server/settlement/released-recs.ts';
import { partyFor } from '#server/platform/database/company-name.ts';
import type { Db } from '#server/platform/database/database.ts';
import { isoTime } from '#server/platform/database/iso-time.ts';
import { unitsOfCents } from '#server/platform/database/money.ts';
import { operation, type Call, type Operation } from '#server/platform/http/operation.ts';
import { Refused } from '#server/platform/http/refused.ts';

type Deps = Pick<AuctionParts, 'publicUrl'>;

const columns = () => sql`
  offer.id, offer.ranking, offer.quantity, ${unitsOfCents(sql`offer.price_cents`)} as price, offer.amount::text as amount, offer.state,
  offer.answer_by::text as "answerBy", ${isoTime('offer.offered_at')} as "offeredAt",
  ${isoTime('offer.answered_at')} as "answeredAt", opened.id as "settlementId"`;

const OFFERS = sql`
  from settlement_offer offer
  join settlement defaulted on defaulted.id = offer.settlement_id
  join bidder on bidder.id = offer.bidder_id
  left join award on award.offer_id = offer.id
  left join settlement opened on opened.award_id = award.id`;

type Stored<Offer extends { readonly price: number }> = Omit<Offer, 'price'> & { readonly price: string };

/** Returns the next bid and the offers of a settlement. */
async function readOffers({ db, params }: Call<typeof listOffersOfSettlement>): Promise<OffersOfDefault> {
  const row = await db.selectFrom('settlement').selectAll().where('id', '=', params.id).executeTakeFirst();
  if (!row) throw new Refused('not_found');
  const { rows } = await sql<Stored<OffersOfDefault['offers'][number]>>`
    select ${columns()}, ${partyFor(sql`account`)} as company
    ${OFFERS} join account on account.id = bidder.account_id
    where offer.settlement_id = ${row.id} order by offer.offered_at, offer.id`.execute(db);
  const offers = rows.map((offer) => ({ ...offer, price: Number(offer.price) }));
  const toOffer = await offerableOf(db, row);
  const isOpen = offers.some(({ state }) => state === 'open');
  return { toOffer, offers, nextBid: toOffer === 0 || isOpen ? null : await presentNext(db, row, toOffer) };
}

/** Returns the RECs that an offer could be about: those that wait, or those that the buyer in default still holds. */
async function offerableOf(db: Db, row: SettlementRow): Promise<number> {
  if (isFinal(row.whole)) return row.to_offer;
  const facts = await findAwardFacts(db, row);
  if (!facts || !isBidderInDefault(facts.auctionType, row) || row.delivered_quantity > 0) return 0;
  const [held] = await findHeldOf(db, [facts.awardId]);
  return held?.balance ?? 0;
}

async function presentNext(db: Db, row: SettlementRow, left: number): Promise<OffersOfDefault['nextBid']> {
  const facts = await findAwardFacts(db, row);
  const found = facts && (await findNextBid(db, row, facts, left));
  if (!found) return null;
  const { accountId, companyName, englishCompanyName } = found.bidder;
  return {
    bidId: found.bid.bidId,
    company: { accountId, companyName, englishCompanyName },
    ranking: found.rank,
    quantity: found.quantity,
    price: decimalOfCents(found.bid.priceCents),
    amount: textOfCents(found.cost.amountCents),
  };
}

type StoredOwn = Stored<Omit<OwnOffer, 'itemName'>> & { readonly itemId: string };

/** Returns offers to bids of the caller's companies. Names neither the company in default nor other bidders. */
async function findOwn(
  { db, caller }: Pick<Call, 'db' | 'caller'>,
  matching: RawBuilder<unknown>,
): Promise<OwnOffer[]> {
  const own = caller.accounts.map(({ id }) => id);
  const { rows } = await sql<StoredOwn>`
    select ${columns()}, sold.auction_id as "auctionId", sold.item_id as "itemId", auction.title,
      case auction.auction_type when 'Forward' then 'buys' else 'sells' end as takes,
      (case auction.auction_type when 'Forward' then offer.buyer_fee else offer.seller_fee end)::text as fee,
      jsonb_build_object('mode', defaulted.mode, 'calendar', defaulted.calendar, 'paymentDays', defaulted.payment_days,
        'deliveryDays', defaulted.delivery_days, 'cureDays', defaulted.cure_days,
        'penaltyPercent', defaulted.penalty_hundredths / 100.0, 'holdsBack', defaulted.holds_back) as terms
    ${OFFERS}
    join award sold on sold.id = defaulted.award_id
    join auction on auction.id = sold.auction_id
    where bidder.account_id = any(${own}::uuid[]) and ${matching}
    order by offer.state = 'open' desc, offer.offered_at desc, offer.id limit 100`.execute(db);
  const names = await itemNames(
    db,
    rows.map(({ itemId }) => itemId),
  );
  return rows.map(({ itemId, price, ...offer }) => ({
    ...offer,
    price: Number(price),
    itemName: names.get(itemId) ?? '',
  }));
}

async function takeAnswer({ publicUrl }: Deps, call: Call<typeof answerOffer>): Promise<OwnOffer> {
  const { db, caller, params, body } = call;
  const own = caller.accounts.map(({ id }) => id);
  const { rows } = await sql<{ accountId: string }>`
    select bidder.account_id as "accountId" from settlement_offer offer join bidder on bidder.id = offer.bidder_id
    where offer.id = ${params.id} and bidder.account_id = any(${own}::uuid[])`.execute(db);
  const [found] = rows;
  if (!found) throw new Refused('not_found');
  requireActing(caller, found.accountId);
  await answer(db, params.id, { accept: body.accept, userId: caller.userId, accountId: found.accountId, publicUrl });
  const [answered] = await findOwn(call, sql`offer.id = ${params.id}`);
  if (!answered) throw new Refused('not_found');
  return answered;
}

/** Administrators see the next bid for the RECs of a default; bidders answer their offers (decision 112). */
export const offerOperations = (deps: Deps): Operation[] => [
  operation(listOffersOfSettlement, readOffers),
  operation(listOwnOffers, (call) => findOwn(call, sql`true`)),
  operation(answerOffer, (call) => takeAnswer(deps, call)),
];
