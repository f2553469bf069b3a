import type { AuctionId } from '#domain/basics/ids.ts';
import { cancelMisfits, type CancelledBid } from '#server/room/judging/cancel-misfits.ts';
import { loadSealedRoom } from '#server/room/store/load-room.ts';
import type { RoomRows } from '#server/room/store/room-store.ts';

/** Returns the initial bids of an upcoming auction that no longer fit, as this transaction sees it; writes nothing. */
export async function previewChange(rows: RoomRows, auctionId: AuctionId): Promise<readonly CancelledBid[]> {
  const room = await loadSealedRoom(rows, auctionId);
  return room ? cancelMisfits(room, room.settings.bidders, await rows.nowMs()) : [];
}
