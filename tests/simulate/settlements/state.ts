import { sql, type RawBuilder } from 'kysely';
import type { DeliveryState, PaymentState, SettlementMode, WholeState } from '#domain/settlement/tracks.ts';
import type { OfferState } from '#domain/settlement/next-bid.ts';
import { PREPARED, type Db } from '#server/platform/database/database.ts';
import type { StoredAuction } from './store-auction.ts';

/** A settlement as it is stored, with the RECs in its ledger accounts. Amounts are in hundredths. */
export type Trade = {
  readonly id: string;
  readonly awardId: string;
  readonly itemId: string;
  readonly bidId: string;
  readonly version: number;
  readonly mode: SettlementMode;
  readonly payment: PaymentState;
  readonly delivery: DeliveryState;
  readonly whole: WholeState;
  readonly owed: number;
  readonly paid: number;
  readonly quantity: number;
  readonly delivered: number;
  readonly transfer: number;
  readonly toOffer: number;
  /** The RECs that the buyer holds, and those on offer after a default. */
  readonly held: number;
  readonly aside: number;
  readonly buyerId: string;
  readonly sellerId: string;
  readonly offerId: string | null;
};

export type Offer = {
  readonly id: string;
  readonly settlementId: string;
  readonly accountId: string;
  readonly quantity: number;
  readonly state: OfferState;
  /** Its last day has passed, wherever the calendar of the settlement is. */
  readonly isLate: boolean;
};

/** An open range of certificates, with the company that registered it and the RECs that it backs. */
export type Range = {
  readonly id: string;
  readonly size: string;
  readonly lotOf: string;
  readonly holder: string;
  readonly kind: 'listed' | 'held' | null;
  readonly sourceId: string | null;
};

/** Everything about the settlements of one auction. */
export type State = {
  readonly trades: readonly Trade[];
  readonly offers: readonly Offer[];
  /** The balance of each seller's supply: 0 or negative. */
  readonly supplies: readonly { readonly accountId: string; readonly balance: number }[];
  readonly ranges: readonly Range[];
  readonly entries: number;
};

/** Reads the settlements of an auction, in one statement. The order is the same in every run of a seed. */
export async function readState(db: Db, { auctionId, owner, bidders }: StoredAuction): Promise<State> {
  const companies = sql`any(${[owner, ...bidders].map(({ accountId }) => accountId)}::uuid[])`;
  const trades = sql`
    select settlement.id, settlement.award_id as "awardId", award.item_id as "itemId",
      award.bid_id as "bidId", settlement.version, mode, payment, delivery, whole,
      (owed * 100)::float8 as owed, (paid * 100)::float8 as paid, settlement.quantity,
      delivered_quantity as delivered, transfer_quantity as transfer, to_offer as "toOffer",
      coalesce(held.balance, 0) as held, coalesce(aside.balance, 0) as aside,
      buyer_account_id as "buyerId", seller_account_id as "sellerId", award.offer_id as "offerId"
    from settlement join award on award.id = settlement.award_id join auction_item item on item.id = award.item_id
    left join settlement_offer offer on offer.id = award.offer_id
    left join ledger_account held on held.kind = 'held' and held.source_id = award.id
    left join ledger_account aside on aside.kind = 'listed' and aside.source_id = settlement.id
    where award.auction_id = ${auctionId}
    order by offer.answered_at nulls first, item.position, award.ranking, award.quantity`;
  const offers = sql`
    select offer.id, offer.settlement_id as "settlementId", bidder.account_id as "accountId", offer.quantity, offer.state,
      offer.answer_by < current_date - 1 as "isLate"
    from settlement_offer offer join bidder on bidder.id = offer.bidder_id
    where bidder.auction_id = ${auctionId} order by offer.offered_at, offer.ranking`;
  const supplies = sql`
    select account_id as "accountId", sum(balance) as balance from ledger_account
    where kind = 'supply' and account_id = ${companies} group by account_id order by account_id`;
  const ranges = sql`
    select range.id, (range.last - range.first + range.step)::text as size, lot.account_id as "lotOf",
      range.account_id as holder, place.kind, place.source_id as "sourceId"
    from certificate_lot lot join certificate_range range on range.lot_id = lot.id and range.closed_at is null
    left join ledger_account place on place.id = range.ledger_account_id
    where lot.account_id = ${companies}
    order by lot.first, range.first`;
  const { rows } = await sql<State>`${PREPARED}
    select ${rowsOf(trades)} as trades, ${rowsOf(offers)} as offers, ${rowsOf(supplies)} as supplies,
      ${rowsOf(ranges)} as ranges, (
        select count(*)::int from ledger_entry entry join ledger_account place on place.id = entry.to_id
        where place.account_id = ${companies}) as entries`.execute(db);
  const [state] = rows;
  if (!state) throw new Error('the database gives no state');
  return state;
}

const rowsOf = (query: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select coalesce(jsonb_agg(to_jsonb(found)), '[]') from (${query}) found)`;
