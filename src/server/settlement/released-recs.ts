import { sql } from 'kysely';
import { DIRECTIONS, type AuctionType } from '#domain/auction/direction.ts';
import { setAsideOf, supplyOf, type Movement, type Product } from '#domain/holding/ledger.ts';
import { isBidderInDefault } from '#domain/settlement/next-bid.ts';
import { bookMovements } from '#server/ledger/book.ts';
import { findHeldOf, productOf, type ProductRow } from '#server/ledger/ledger-accounts.ts';
import { giveBack } from '#server/settlement/give-back.ts';
import type { SettlementRow, StepNote } from '#server/settlement/locked-settlement.ts';
import type { Db } from '#server/platform/database/database.ts';
import { Refused } from '#server/platform/http/refused.ts';

/** The award of a settlement: its auction, item and product, and the side of the bidder. */
export type AwardFacts = {
  readonly awardId: string;
  readonly auctionId: string;
  readonly itemId: string;
  readonly auctionType: AuctionType;
  readonly bidderBuys: boolean;
  readonly product: Product;
};

type FactsRow = ProductRow & Omit<AwardFacts, 'bidderBuys' | 'product'>;

/** Returns the facts of a settlement's award; undefined for a buy order. */
export async function findAwardFacts(db: Db, { award_id: awardId }: SettlementRow): Promise<AwardFacts | undefined> {
  if (awardId === null) return undefined;
  const { rows } = await sql<FactsRow>`
    select award.id as "awardId", award.auction_id as "auctionId", award.item_id as "itemId",
      auction.auction_type as "auctionType", item.country, item.fuel_type, item.vintage_year, item.vintage_period
    from award join auction on auction.id = award.auction_id join auction_item item on item.id = award.item_id
    where award.id = ${awardId}`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { awardId: id, auctionId, itemId, auctionType } = row;
  const bidderBuys = DIRECTIONS[auctionType].winnerTakes === 'buys';
  return { awardId: id, auctionId, itemId, auctionType, bidderBuys, product: productOf(row) };
}

/**
 * Releases the RECs of a default, so that they can be offered to the next bids. In a forward auction they stay on offer
 * with their certificates, in a ledger account of the seller. In a reverse auction they go back to the seller in default,
 * because the next seller delivers its own. Stores and returns their number. The caller has locked the settlement.
 * @throws Refused no_next_bid for a buy order, settlement_not_in_default if the bidder is not in default,
 * nothing_to_release if the buyer holds none of the RECs any more
 */
export async function releaseForOffers(db: Db, row: SettlementRow, note: StepNote): Promise<number> {
  const facts = await findAwardFacts(db, row);
  if (!facts) throw new Refused('no_next_bid');
  if (!isBidderInDefault(facts.auctionType, row)) throw new Refused('settlement_not_in_default');
  const [held] = await findHeldOf(db, [facts.awardId]);
  if (!held) throw new Refused('nothing_to_release');
  if (facts.bidderBuys) {
    const to = setAsideOf(row.seller_account_id, facts.product, row.id);
    const movement: Movement = { kind: 'released', from: held.account, to, quantity: held.balance };
    await bookMovements(db, [movement], bookingOf(note));
  } else {
    await giveBack(db, row, note);
  }
  await sql`update settlement set to_offer = ${held.balance} where id = ${row.id}`.execute(db);
  return held.balance;
}

/** Returns whether an offer of a settlement still waits for its answer. */
export async function isOffered(db: Db, settlementId: string): Promise<boolean> {
  const open = await db
    .selectFrom('settlement_offer')
    .select('id')
    .where('settlement_id', '=', settlementId)
    .where('state', '=', 'open')
    .executeTakeFirst();
  return open !== undefined;
}

/** Returns the RECs that no next bid got to the seller. In a reverse auction they are there already. */
export async function returnUnsold(db: Db, row: SettlementRow, note: StepNote): Promise<void> {
  if (await isOffered(db, row.id)) throw new Refused('offer_still_open');
  const facts = await findAwardFacts(db, row);
  if (!facts?.bidderBuys) return;
  const from = setAsideOf(row.seller_account_id, facts.product, row.id);
  const to = supplyOf(row.seller_account_id, facts.product);
  await bookMovements(db, [{ kind: 'returned', from, to, quantity: row.to_offer }], bookingOf(note));
}

const bookingOf = ({ userId, remark }: StepNote) => ({ ...(userId !== null && { userId }), remark });
