import { closingMovements, listingMovements, type TradedAuction } from '#domain/holding/auction-movements.ts';
import { book, type Booking } from '#server/holding/book.ts';
import { goodsOf, placeOf } from '#server/holding/place-of.ts';
import type { Db } from '#server/platform/database.ts';

/**
 * Brings the ledger to what an auction offers now, in the transaction that changed its items: new ones are listed, those
 * that are `gone` given back. Auctions that are rehearsed, annulled or not confirmed yet offer nothing, and one that was deleted neither.
 */
export async function settleListing(
  db: Db,
  auctionId: string,
  gone: readonly string[] = [],
  booking: Booking = {},
): Promise<void> {
  const auction = await findTraded(db, auctionId);
  const sources = [...(auction?.items ?? []).map(({ itemId }) => itemId), ...gone];
  if (sources.length === 0) return;
  const rows = await db
    .selectFrom('ledger_account')
    .selectAll()
    .where('kind', '=', 'listed')
    .where('source_id', 'in', sources)
    .execute();
  const present = rows.map((row) => ({ place: placeOf(row), balance: Number(row.balance) }));
  const offered = auction?.isTraded ? auction : NOTHING;
  await book(db, listingMovements(offered, present), booking);
}

/** Moves what an auction's closing awarded, and gives back what it didn't; once, in the transaction that stores the awards. */
export async function bookClosing(db: Db, auctionId: string): Promise<void> {
  await settleListing(db, auctionId);
  const auction = await findTraded(db, auctionId);
  if (!auction?.isTraded) return;
  const awards = await db
    .selectFrom('award')
    .innerJoin('bidder', 'bidder.id', 'award.bidder_id')
    .select(['award.id as awardId', 'award.item_id as itemId', 'bidder.account_id as accountId', 'award.quantity'])
    .where('award.auction_id', '=', auctionId)
    .execute();
  await book(db, closingMovements(auction, awards));
}

const NOTHING: TradedAuction = { auctionType: 'Forward', ownerAccountId: '', items: [] };

async function findTraded(
  db: Db,
  auctionId: string,
): Promise<(TradedAuction & { readonly isTraded: boolean }) | undefined> {
  const auction = await db
    .selectFrom('auction')
    .select(['auction_type', 'owner_account_id', 'rehearsal_of', 'annulled_at', 'planned_start_time'])
    .where('id', '=', auctionId)
    .executeTakeFirst();
  if (!auction) return undefined;
  const items = await db.selectFrom('auction_item').selectAll().where('auction_id', '=', auctionId).execute();
  return {
    auctionType: auction.auction_type,
    ownerAccountId: auction.owner_account_id,
    items: items.map((row) => ({ itemId: row.id, goods: goodsOf(row), quantity: row.quantity })),
    isTraded: auction.rehearsal_of === null && auction.annulled_at === null && auction.planned_start_time === null,
  };
}
