import type { AuctionId } from '#domain/basics/ids.ts';
import { FIRST_HASH } from '#domain/bidding/history.ts';
import { CLOSING_PERIOD_MS, isClosingPeriodOver, QUEUE_WAIT_MS_MAX } from '#domain/auction/status.ts';
import { applyLine, createRoomState, roomOfBids, withSettings, type RoomState } from '#server/room/room-state.ts';
import type { RoomRows, AuctionNow } from '#server/room/store/room-store.ts';

/** Loads the whole auction: settings, then every history line in order. */
export async function loadRoom(rows: RoomRows, auctionId: AuctionId): Promise<RoomState | undefined> {
  // Read the version before the settings. A change in between then leaves a `changed` line beyond this version, and
  // the next reader loads again. In the other order, old settings would pass for those of the newer version.
  const peeked = await rows.peek(auctionId);
  const settings = await rows.settings(auctionId);
  if (!settings || !peeked) return undefined;
  const state = createRoomState(settings, peeked.times, FIRST_HASH);
  await readLines(rows, state, peeked.version);
  // The auction's row has the present times; the lines only lead up to them.
  state.times = peeked.times;
  return state;
}

/** Loads an auction before its start with its standing bids. An edit needs no more, so it does not read the history. */
export async function loadSealedRoom(rows: RoomRows, auctionId: AuctionId): Promise<RoomState | undefined> {
  const now = await rows.peek(auctionId);
  const settings = await rows.settings(auctionId);
  return now && settings && roomOfBids(settings, now, await rows.sealedBids(auctionId));
}

/** Brings a state up to `version`. Returns true if a line says that settings, items or bidders changed. */
export async function readLines(rows: RoomRows, state: RoomState, version: number): Promise<boolean> {
  const lines = await rows.lines(state.settings.auctionId, state.version, version);
  let isChanged = false;
  for (const { line, hash } of lines) {
    applyLine(state, line, hash);
    if (line.kind === 'changed') isChanged = true;
  }
  return isChanged;
}

/** Receives how long a transaction held an auction's row, if that was longer than the wait that a bid gets back. */
export type OnRowHeld = (auctionId: AuctionId, heldMs: number) => void;

/**
 * Locks an auction's row for bids or for the closing. If a transaction held it for longer than the wait that a bid
 * gets back, bids may have waited as long. From then on the closing waits for them (decision 77).
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
 * Locks an auction against further bids and reads all of it from the database, not from this process's memory. Returns
 * undefined without reading the lines if the auction is not due for closing, or another process closed it.
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

/** A process's memory of an auction between two batches. */
export type RoomMemory = {
  /** Returns the state at the database's version, after reading lines that others wrote and changed settings. */
  catchUp(rows: RoomRows, now: AuctionNow): Promise<RoomState | undefined>;
  version(): number | undefined;
  /** Call it after a commit that failed or may have failed, because the memory may be wrong. */
  clear(): void;
};

/** Creates an empty memory of an auction. It loads the auction on first use. */
export function createRoomMemory(auctionId: AuctionId): RoomMemory {
  let state: RoomState | undefined;

  /**
   * Rebuilds the state with the present settings, without reading the history again. It reads the settings after the
   * version, as `loadRoom` does.
   */
  const rebuild = async (rows: RoomRows, known: RoomState): Promise<RoomState | undefined> => {
    // If this fails, no state may hold the line of a change without the change itself.
    state = undefined;
    const settings = await rows.settings(auctionId);
    return (state = settings && withSettings(known, settings));
  };

  return {
    async catchUp(rows, now) {
      // A memory that is ahead of the database holds lines that were never stored.
      if (state && state.version > now.version) state = undefined;
      // A newly loaded state has its own times, which may be newer than `now`.
      if (!state) return (state = await loadRoom(rows, auctionId));
      // After the closing, no line tells that a company was renamed, so every process reads the settings each time. An
      // unsettled change has no line yet, either. Read them before lines move the state: if this failed afterwards,
      // nothing would notify the readers of these lines.
      const mayBeOutOfDate = now.times.closedAtMs !== null || now.isUnsettled;
      const settings = mayBeOutOfDate ? await rows.settings(auctionId) : undefined;
      // Set before reading lines: the start may have moved, and bids that ended before it stay hidden.
      state.times = now.times;
      const isChanged = state.version < now.version && (await readLines(rows, state, now.version));
      state.times = now.times;
      if (isChanged) return rebuild(rows, state);
      state.settings = settings ?? state.settings;
      return state;
    },
    version: () => state?.version,
    clear: () => (state = undefined),
  };
}
