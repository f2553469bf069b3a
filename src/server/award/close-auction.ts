import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { awardItem, type Award } from '#domain/award/close.ts';
import { isDrained } from '#domain/auction/status.ts';
import type { AuctionId, ItemId } from '#domain/basics/ids.ts';
import { textOfCents } from '#domain/basics/price.ts';
import { lockForClosing } from '#server/bidding/lock-for-closing.ts';
import type { RoomState } from '#server/bidding/room-state.ts';
import { writeEvent } from '#server/bidding/write-lines.ts';
import { databaseNowMs } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/database.ts';

/** Told in the closing transaction, so that result mails are queued exactly when the result is stored. */
export type OnClosed = (db: Db, state: RoomState, awards: readonly ItemAward[]) => Promise<void>;
export type ItemAward = Award & { readonly itemId: ItemId };

/**
 * Closes one auction whose end and drain have passed, once, whichever process comes first (rules 3.3): the awards are
 * stored and a last line ends the history. True where it was closed now.
 */
export async function closeAuction(db: Db, auctionId: AuctionId, onClosed: OnClosed): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const state = await lockForClosing(transaction, auctionId);
    if (!state || state.times.closedAtMs !== null) return false;
    if (!isDrained(state.times, await databaseNowMs(transaction))) return false;
    const awards = awardsOf(state);
    await writeEvent(transaction, auctionId, 'closed', null);
    await insertAwards(transaction, auctionId, awards);
    await sql`update auction set closed_at = clock_timestamp() where id = ${auctionId}`.execute(transaction);
    await onClosed(transaction, state, awards);
    return true;
  });
}

/** Every award of a room as it stands: the same function makes the result page and the stored awards (architecture, invariant 5). */
export function awardsOf(state: RoomState): ItemAward[] {
  const { fees } = state.settings;
  return [...state.standings.values()].flatMap(({ item, rows }) =>
    awardItem(rows(), fees).map((award) => ({ ...award, itemId: item.itemId })),
  );
}

async function insertAwards(db: Db, auctionId: AuctionId, awards: readonly ItemAward[]): Promise<void> {
  const column = <T>(pick: (award: ItemAward) => T): T[] => awards.map(pick);
  // Arrays, not a parameter per value: an auction may have more awards than a statement may have parameters.
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

/** Auctions whose time to be closed has come. */
export async function dueAuctions(db: Db, drainMs: number): Promise<AuctionId[]> {
  const { rows } = await sql<{ id: AuctionId }>`
    select id from auction
    where closed_at is null and auction_end_time <= clock_timestamp() - ${drainMs} * interval '1 millisecond'
    order by auction_end_time limit 500`.execute(db);
  return rows.map(({ id }) => id);
}
