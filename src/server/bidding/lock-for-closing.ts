import type { AuctionId } from '#domain/basics/ids.ts';
import { loadRoom, lockAuction } from '#server/bidding/room-rows.ts';
import type { RoomState } from '#server/bidding/room-state.ts';
import type { Db } from '#server/platform/database.ts';

/** Locks an auction against further bids and reads it whole from the database, not from this process's memory. */
export async function lockForClosing(db: Db, auctionId: AuctionId): Promise<RoomState | undefined> {
  const locked = await lockAuction(db, auctionId);
  return locked && loadRoom(db, auctionId);
}
