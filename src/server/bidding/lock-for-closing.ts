import { isDrained } from '#domain/auction/status.ts';
import type { AuctionId } from '#domain/basics/ids.ts';
import { loadRoom } from '#server/bidding/load-room.ts';
import type { RoomState } from '#server/bidding/room-state.ts';
import type { RoomRows } from '#server/bidding/room-store.ts';

/**
 * Locks an auction against further bids and reads it whole from the database, not from this process's memory. Undefined
 * where its time to be closed has not come, or another process has closed it: that costs no reading.
 */
export async function lockForClosing(rows: RoomRows, auctionId: AuctionId): Promise<RoomState | undefined> {
  const locked = await rows.lock(auctionId);
  if (!locked || locked.times.closedAtMs !== null) return undefined;
  return isDrained(locked.times, await rows.nowMs()) ? loadRoom(rows, auctionId) : undefined;
}
