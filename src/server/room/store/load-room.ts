import type { AuctionId } from '#domain/basics/ids.ts';
import { chainHash, FIRST_HASH, type HistoryLine } from '#domain/bidding/history.ts';
import { CLOSING_PERIOD_MS, isClosingPeriodOver, QUEUE_WAIT_MS_MAX } from '#domain/auction/status.ts';
import { sha256 } from '#server/platform/runtime/sha256.ts';
import { applyLine, createRoomState, roomOfBids, withSettings, type RoomState } from '#server/room/room-state.ts';
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

type StoredLine = { readonly line: HistoryLine; readonly hash: string };

/** Applies stored lines to a state. Returns true if a line says that settings, items or bidders changed. */
function applyLines(state: RoomState, lines: readonly StoredLine[]): boolean {
  for (const { line, hash } of lines) applyLine(state, line, hash);
  return lines.some(({ line }) => line.kind === 'changed');
}

/**
 * Returns whether the database's history continues the one in memory. After a failover to a standby that was behind, or
 * after a restore, the database can have another history: shorter, or with other lines at the same versions
 * (decision 99). A memory with lines that were never stored differs, too.
 *
 * @param lines the lines after the memory's version
 */
function continues(state: RoomState, now: AuctionNow, [next]: readonly StoredLine[]): boolean {
  if (state.version >= now.version) return state.version === now.version && state.lastHash === now.lastHash;
  return next !== undefined && chainHash(state.lastHash, next.line, sha256) === next.hash;
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

/** A process's memory of an auction between two batches. */
export type RoomMemory = {
  /** Reads the lines and settings that other processes changed. Returns the state at the database's version. */
  catchUp(rows: RoomRows, now: AuctionNow): Promise<RoomState | undefined>;
  version(): number | undefined;
  /** Call it after a commit that failed or may have failed, because the memory may have lines that were not stored. */
  clear(): void;
};

/** Creates an empty memory of an auction. It loads the auction on first use. */
export function createRoomMemory(auctionId: AuctionId): RoomMemory {
  let state: RoomState | undefined;

  /**
   * Rebuilds the state with the present settings, without reading the history again. The settings are read after the
   * version, as in `loadRoom`.
   */
  const rebuild = async (rows: RoomRows, known: RoomState): Promise<RoomState | undefined> => {
    // If reading the settings fails, no state may remain that has the `changed` line but the old settings.
    state = undefined;
    const settings = await rows.settings(auctionId);
    return (state = settings && withSettings(known, settings));
  };

  return {
    async catchUp(rows, now) {
      // A newly loaded state has its own times, which may be newer than `now`.
      const lines = state && state.version < now.version ? await rows.lines(auctionId, state.version, now.version) : [];
      if (!state || !continues(state, now, lines)) {
        state = undefined;
        return (state = await loadRoom(rows, auctionId));
      }
      // No line says that a company was renamed after the closing, or that a change of an account waits to be applied.
      // In both cases, read the settings every time. Read them before lines move the state: if reading them failed
      // afterwards, nothing would notify the readers of these lines.
      const mayBeOutOfDate = now.times.closedAtMs !== null || now.isUnsettled;
      const settings = mayBeOutOfDate ? await rows.settings(auctionId) : undefined;
      // Set before reading lines: the start may have moved, and `applyLine` hides bids withdrawn before the start.
      state.times = now.times;
      const isChanged = applyLines(state, lines);
      state.times = now.times;
      if (isChanged) return rebuild(rows, state);
      state.settings = settings ?? state.settings;
      return state;
    },
    version: () => state?.version,
    clear: () => (state = undefined),
  };
}
