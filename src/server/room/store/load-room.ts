import type { AuctionId } from '#domain/basics/ids.ts';
import { FIRST_HASH, type HistoryLine } from '#domain/bidding/history.ts';
import { CLOSING_PERIOD_MS, isClosingPeriodOver, QUEUE_WAIT_MS_MAX } from '#domain/auction/status.ts';
import { applyLine, createRoomState, roomOfBids, type RoomState } from '#server/room/room-state.ts';
import type { RoomRows, AuctionNow } from '#server/room/store/room-store.ts';

/** Loads the whole auction: settings, then every history line in order. */
export async function loadRoom(rows: RoomRows, auctionId: AuctionId): Promise<RoomState | undefined> {
  // Read the version before the settings. If the settings change in between, their `changed` line is beyond this
  // version, and the next reader loads them again. In the other order, the newer version could keep old settings.
  const peeked = await rows.peek(auctionId);
  const settings = await rows.settings(auctionId);
  if (!settings || !peeked) return undefined;
  const state = createRoomState(settings, peeked.times, FIRST_HASH);
  applyLines(state, await rows.lines(auctionId, 0, peeked.version));
  // The row's times are current. The times that result from the lines may be older.
  state.times = peeked.times;
  return state;
}

/** Loads an auction before its start: settings and the bids that are not deleted. An edit does not need the history. */
export async function loadSealedRoom(rows: RoomRows, auctionId: AuctionId): Promise<RoomState | undefined> {
  const now = await rows.peek(auctionId);
  const settings = await rows.settings(auctionId);
  return now && settings && roomOfBids(settings, now, await rows.sealedBids(auctionId));
}

export type StoredLine = { readonly line: HistoryLine; readonly hash: string };

/** Applies stored lines to a state. Returns true if a line says that settings, items or bidders changed. */
export function applyLines(state: RoomState, lines: readonly StoredLine[]): boolean {
  for (const { line, hash } of lines) applyLine(state, line, hash);
  return lines.some(({ line }) => line.kind === 'changed');
}

/** Runs if a transaction held an auction's row longer than `QUEUE_WAIT_MS_MAX`. `heldMs` is the measured time. */
export type OnRowHeld = (auctionId: AuctionId, heldMs: number) => void;

/**
 * Locks an auction's row for bids or for the closing. If another transaction held the row for longer than
 * `QUEUE_WAIT_MS_MAX`, bids may have waited as long. In this case the closing is delayed by one closing period, so that
 * these bids are judged first (decision 77).
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
  return { ...locked, closingWaitsUntilMs: locked.times.readAtMs + CLOSING_PERIOD_MS };
}

/**
 * Locks an auction against further bids and loads the whole auction from the database, not from this process's memory.
 * Returns undefined, without reading lines, if the auction is not due for closing or is already closed.
 */
export async function lockForClosing(
  rows: RoomRows,
  auctionId: AuctionId,
  onRowHeld: OnRowHeld,
): Promise<RoomState | undefined> {
  const locked = await lockWatched(rows, auctionId, onRowHeld);
  if (!locked || locked.times.closedAtMs !== null) return undefined;
  const { times, closingWaitsUntilMs } = locked;
  const isDue = isClosingPeriodOver(times, times.readAtMs) && (closingWaitsUntilMs ?? 0) <= times.readAtMs;
  return isDue ? loadRoom(rows, auctionId) : undefined;
}
