import { itemsOf } from '#server/auction/auction-rows.ts';
import { storedAuction } from '#server/auction/stored-auctions.ts';
import {
  auctionListing,
  closingMovements,
  type TradedAuction,
  type TradedAward,
} from '#domain/holding/auction-movements.ts';
import { bookMovements, type Booking } from '#server/ledger/book.ts';
import { findListed, productOf } from '#server/ledger/ledger-accounts.ts';
import type { Db } from '#server/platform/database/database.ts';

/**
 * Updates the ledger to the items that an auction offers now: lists the RECs of new items, and returns the RECs of
 * deleted items (`gone`) to the seller. Runs in the transaction that changed the items. Rehearsals and drafts offer
 * nothing, nor do annulled or deleted auctions.
 */
export async function settleAuctionListing(
  db: Db,
  auctionId: string,
  gone: readonly string[] = [],
  booking: Booking = {},
): Promise<void> {
  await settle(db, await findTraded(db, auctionId), { gone, booking });
}

/**
 * Books the awards of an auction's closing, and returns unsold RECs to the seller. Runs once, in the transaction that
 * stores the awards.
 */
export async function bookClosing(
  db: Db,
  auctionId: string,
  findAwards: () => Promise<readonly TradedAward[]>,
): Promise<void> {
  const auction = await findTraded(db, auctionId);
  await settle(db, auction);
  if (!auction?.isTraded) return;
  await bookMovements(db, closingMovements(auction, await findAwards()));
}

type Found = TradedAuction & { readonly isTraded: boolean };
type Settling = { readonly gone?: readonly string[]; readonly booking?: Booking };

async function settle(db: Db, auction: Found | undefined, { gone = [], booking }: Settling = {}): Promise<void> {
  const present = await findListed(db, [...(auction?.items ?? []).map(({ itemId }) => itemId), ...gone]);
  await bookMovements(db, auctionListing(auction?.isTraded ? auction : NOTHING, present), booking);
}

const NOTHING: TradedAuction = { auctionType: 'Forward', ownerAccountId: '', items: [] };

async function findTraded(db: Db, auctionId: string): Promise<Found | undefined> {
  const auction = await storedAuction(db, auctionId);
  if (!auction) return undefined;
  const items = await itemsOf(db, [auctionId]);
  return {
    auctionType: auction.auction_type,
    ownerAccountId: auction.owner_account_id,
    items: items.map((row) => ({ itemId: row.id, product: productOf(row), quantity: row.quantity })),
    isTraded: auction.rehearsal_of === null && auction.annulled_at === null && auction.planned_start_time === null,
  };
}
