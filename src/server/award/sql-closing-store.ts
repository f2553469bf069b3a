import type { TradedAward } from '#domain/holding/auction-movements.ts';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { auctionsToClose, markClosed } from '#server/auction/due-auctions.ts';
import { accountOfBidder } from '#server/auction/admit-bidder.ts';
import type { AuctionId } from '#domain/basics/ids.ts';
import { textOfCents } from '#domain/basics/price.ts';
import type { ClosingRows, ClosingStore, ItemAward } from '#server/award/close-auction.ts';
import { storeResults } from '#server/statistic/store-results.ts';
import type { RoomState } from '#server/room/room-state.ts';
import { roomRows } from '#server/room/store/sql-room-store.ts';
import { bookClosing } from '#server/auction/book-auction.ts';
import type { Db } from '#server/platform/database/database.ts';

/** Runs in the closing transaction, so that emails about a result are queued only if the result is stored. */
export type OnClosed = (db: Db, state: RoomState, awards: readonly ItemAward[]) => Promise<void>;

/** Returns the row methods of a closing within a transaction. */
export const closingRows = (transaction: Db, onClosed: OnClosed): ClosingRows => ({
  ...roomRows(transaction),
  async storeResult(state, awards) {
    const { auctionId } = state.settings;
    await insertAwards(transaction, auctionId, awards);
    await bookClosing(transaction, auctionId, () => findAwarded(transaction, auctionId));
    await markClosed(transaction, auctionId);
    await onClosed(transaction, state, awards);
    await storeResults(transaction, auctionId);
  },
});

/** Returns the closing store in PostgreSQL. */
export const closingStore = (db: Db, onClosed: OnClosed): ClosingStore => ({
  peek: roomRows(db).peek,
  inTransaction: (work) => db.transaction().execute((transaction) => work(closingRows(transaction, onClosed))),
  dueAuctions: () => auctionsToClose(db),
});

async function insertAwards(db: Db, auctionId: AuctionId, awards: readonly ItemAward[]): Promise<void> {
  const column = <T>(pick: (award: ItemAward) => T): T[] => awards.map(pick);
  // The statement takes arrays instead of one parameter for each value, because an auction may have more awards than a
  // statement may have parameters.
  await sql`
    insert into award (id, auction_id, item_id, bidder_id, bid_id, ranking, quantity, price_cents, amount, seller_fee,
                       buyer_fee)
    select award.id, ${auctionId}::uuid, award.item_id, award.bidder_id, award.bid_id, award.ranking, award.quantity,
           award.price_cents, award.amount, award.seller_fee, award.buyer_fee
    from unnest(
      ${column(() => randomUUID())}::uuid[], ${column(({ itemId }) => itemId)}::uuid[],
      ${column(({ bid }) => bid.bidderId)}::uuid[], ${column(({ bid }) => bid.bidId)}::uuid[],
      ${column(({ rank }) => rank)}::int[], ${column(({ won }) => won)}::int[],
      ${column(({ bid }) => bid.priceCents)}::int[], ${column(({ amountCents }) => textOfCents(amountCents))}::numeric[],
      ${column(({ sellerFeeCents }) => textOfCents(sellerFeeCents))}::numeric[],
      ${column(({ buyerFeeCents }) => textOfCents(buyerFeeCents))}::numeric[])
      as award (id, item_id, bidder_id, bid_id, ranking, quantity, price_cents, amount, seller_fee, buyer_fee)`.execute(
    db,
  );
}

async function findAwarded(db: Db, auctionId: AuctionId): Promise<TradedAward[]> {
  const { rows } = await sql<TradedAward>`
    select id as "awardId", item_id as "itemId", ${accountOfBidder(sql`bidder_id`)} as "accountId", quantity
    from award where auction_id = ${auctionId}`.execute(db);
  return rows;
}
