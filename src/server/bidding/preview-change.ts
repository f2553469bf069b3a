import type { AuctionId } from '#domain/basics/ids.ts';
import { cancelMisfits, type CancelledBid } from '#server/bidding/cancel-misfits.ts';
import { loadSealedRoom } from '#server/bidding/load-room.ts';
import type { RoomRows } from '#server/bidding/room-store.ts';

/** Returns the initial bids of an upcoming auction that no longer fit, as this transaction sees it; writes nothing. */
export async function previewChange(rows: RoomRows, auctionId: AuctionId): Promise<readonly CancelledBid[]> {
  const room = await loadSealedRoom(rows, auctionId);
  return room ? cancelMisfits(room, room.settings.bidders, await rows.nowMs()) : [];
}
