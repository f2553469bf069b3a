import { DRAIN_MS, isDrained, QUEUE_WAIT_MS_MAX } from '#domain/auction/status.ts';
import type { AuctionId } from '#domain/basics/ids.ts';
import type { RoomState } from '#server/room/room-state.ts';
import { loadRoom } from '#server/room/store/load-room.ts';
import type { AuctionNow, RoomRows } from '#server/room/store/room-store.ts';

/** Called where somebody held an auction's row for longer than a bid is given back, with how long. */
export type OnRowHeld = (auctionId: AuctionId, heldMs: number) => void;

/**
 * Locks an auction's row for bids or for the closing. Where somebody held it for longer than a bid is given back, bids may
 * have waited for it as long: from then on the closing waits for them (decision 60).
 */
export async function lockWatched(
  rows: RoomRows,
  auctionId: AuctionId,
  onRowHeld: OnRowHeld,
): Promise<AuctionNow | undefined> {
  const locked = await rows.lock(auctionId);
  if (!locked || locked.heldMs <= QUEUE_WAIT_MS_MAX) return locked;
  onRowHeld(auctionId, locked.heldMs);
  await rows.delayClosing(auctionId);
  return { ...locked, closingWaitsUntilMs: locked.times.readAtMs + DRAIN_MS };
}

/**
 * Locks an auction against further bids and reads it whole from the database, not from this process's memory. Undefined
 * where its time to be closed has not come, or another process has closed it: that costs no reading.
 */
export async function lockForClosing(
  rows: RoomRows,
  auctionId: AuctionId,
  onRowHeld: OnRowHeld,
): Promise<RoomState | undefined> {
  const locked = await lockWatched(rows, auctionId, onRowHeld);
  if (!locked || locked.times.closedAtMs !== null) return undefined;
  const { times, closingWaitsUntilMs } = locked;
  const isDue = isDrained(times, times.readAtMs) && (closingWaitsUntilMs ?? 0) <= times.readAtMs;
  return isDue ? loadRoom(rows, auctionId) : undefined;
}
