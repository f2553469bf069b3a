import { isDrained, QUEUE_WAIT_MS_MAX } from '#domain/auction/status.ts';
import type { AuctionId } from '#domain/basics/ids.ts';
import { loadRoom } from '#server/bidding/load-room.ts';
import type { RoomState } from '#server/bidding/room-state.ts';
import type { RoomRows } from '#server/bidding/room-store.ts';

/**
 * Locks an auction against further bids and reads it whole from the database, not from this process's memory. Undefined
 * where its time to be closed has not come, or another process has closed it: that costs no reading. Its time also has not
 * come while it waits for bids that somebody kept from its row (decision 60).
 */
export async function lockForClosing(rows: RoomRows, auctionId: AuctionId): Promise<RoomState | undefined> {
  const askedAtMs = await rows.nowMs();
  const locked = await rows.lock(auctionId);
  if (!locked || locked.times.closedAtMs !== null) return undefined;
  const nowMs = await rows.nowMs();
  if (nowMs - askedAtMs > QUEUE_WAIT_MS_MAX) {
    // Bids may have waited for the same row as long, and come after this transaction, so they get another closing
    // period.
    await rows.delayClosing(auctionId);
    return undefined;
  }
  if ((locked.closingWaitsUntilMs ?? 0) > nowMs) return undefined;
  return isDrained(locked.times, nowMs) ? loadRoom(rows, auctionId) : undefined;
}
