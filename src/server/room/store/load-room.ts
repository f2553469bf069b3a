import type { AuctionId } from '#domain/basics/ids.ts';
import { FIRST_HASH } from '#domain/bidding/history.ts';
import { DRAIN_MS, isDrained, QUEUE_WAIT_MS_MAX } from '#domain/auction/status.ts';
import { applyLine, createRoomState, roomOfBids, withSettings, type RoomState } from '#server/room/room-state.ts';
import type { RoomRows, AuctionNow } from '#server/room/store/room-store.ts';

/** The whole auction in memory: settings, then every history line in order. */
export async function loadRoom(rows: RoomRows, auctionId: AuctionId): Promise<RoomState | undefined> {
  // The version before the settings: a change in between leaves a `changed` line beyond it, for which the next reader
  // loads again. The other way round old settings would pass for those of the newer version.
  const peeked = await rows.peek(auctionId);
  const settings = await rows.settings(auctionId);
  if (!settings || !peeked) return undefined;
  const state = createRoomState(settings, peeked.times, FIRST_HASH);
  await readLines(rows, state, peeked.version);
  // The row has them as they are now, whatever lines say of the way there.
  state.times = peeked.times;
  return state;
}

/** An auction before its start with the bids that stand: all that an edit asks for, however long the history is. */
export async function loadSealedRoom(rows: RoomRows, auctionId: AuctionId): Promise<RoomState | undefined> {
  const now = await rows.peek(auctionId);
  const settings = await rows.settings(auctionId);
  return now && settings && roomOfBids(settings, now, await rows.sealedBids(auctionId));
}

/** Brings a state up to `version`; true where a line says that settings, items or bidders changed. */
export async function readLines(rows: RoomRows, state: RoomState, version: number): Promise<boolean> {
  const lines = await rows.lines(state.settings.auctionId, state.version, version);
  let isChanged = false;
  for (const { line, hash } of lines) {
    applyLine(state, line, hash);
    if (line.kind === 'changed') isChanged = true;
  }
  return isChanged;
}

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

/** What a process remembers of an auction between two batches. */
export type RoomMemory = {
  /** The state at the version that the database has: lines that others wrote are read, changed settings too. */
  catchUp(rows: RoomRows, now: AuctionNow): Promise<RoomState | undefined>;
  version(): number | undefined;
  /** After a commit that failed, or may have: whatever is remembered might not be true. */
  forget(): void;
};

export function createRoomMemory(auctionId: AuctionId): RoomMemory {
  let state: RoomState | undefined;

  /** By the settings of now: the history is known already. Read after the version, as where a room is loaded. */
  const rebuild = async (rows: RoomRows, known: RoomState): Promise<RoomState | undefined> => {
    // After a failure, no state may hold the line of a change without the change itself.
    state = undefined;
    const settings = await rows.settings(auctionId);
    return (state = settings && withSettings(known, settings));
  };

  return {
    async catchUp(rows, now) {
      // A memory ahead of the database holds lines that were never stored.
      if (state && state.version > now.version) state = undefined;
      // What is loaded anew has times of its own, which may be younger than those asked for.
      if (!state) return (state = await loadRoom(rows, auctionId));
      // No line follows the closing, so none tells that a company was renamed: every process reads it each time; and no line
      // has told yet of a change that isn't settled. It does so before lines move the state: a failure in between would
      // leave readers behind whom nothing moves again.
      const mayBeOutOfDate = now.times.closedAtMs !== null || now.isUnsettled;
      const settings = mayBeOutOfDate ? await rows.settings(auctionId) : undefined;
      // Before the lines: the start may have been moved, and what ended before it stays hidden.
      state.times = now.times;
      const isChanged = state.version < now.version && (await readLines(rows, state, now.version));
      state.times = now.times;
      if (isChanged) return rebuild(rows, state);
      state.settings = settings ?? state.settings;
      return state;
    },
    version: () => state?.version,
    forget: () => (state = undefined),
  };
}
