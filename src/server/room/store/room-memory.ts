import type { AuctionId, BidderId } from '#domain/basics/ids.ts';
import { chainHash, contentHash } from '#domain/bidding/history.ts';
import { sha256 } from '#server/platform/runtime/sha256.ts';
import { epochAt } from '#server/room/epoch.ts';
import { withSettings, type RoomState } from '#server/room/room-state.ts';
import { applyLines, loadRoom, type StoredLine } from '#server/room/store/load-room.ts';
import type { AuctionNow, RoomRows } from '#server/room/store/room-store.ts';

/**
 * Returns whether the database's history continues the one in memory. After a failover to a standby that was behind, or
 * after a restore, the database can have another history: shorter, or with other lines at the same versions
 * (decision 99). A memory with lines that were never stored differs, too.
 *
 * @param lines the lines after the memory's version
 */
function continues(state: RoomState, now: AuctionNow, [next]: readonly StoredLine[]): boolean {
  if (state.version >= now.version) return state.version === now.version && state.lastHash === now.lastHash;
  return next !== undefined && chainHash(state.lastHash, next.line, sha256, state.settings.salt) === next.hash;
}

/**
 * The lines that were stored once and are missing in the database's present history: for each bidder, the number of
 * lines about its bids.
 */
export type LostLines = ReadonlyMap<BidderId, number>;

/** Runs after a room was loaded again because the database has another history than the one in memory. */
export type OnOtherHistory = (state: RoomState, lost: LostLines) => void;

/** A process's memory of an auction between two batches. */
export type RoomMemory = {
  /** Reads the lines and settings that other processes changed. Returns the state at the database's version. */
  catchUp(rows: RoomRows, now: AuctionNow): Promise<RoomState | undefined>;
  lastHash(): string | undefined;
  /** Call it after a commit: all lines in memory are stored now. */
  stored(): void;
  /**
   * Call it after a commit that failed or may have failed, because the memory may have lines that were not stored. The
   * lines that were stored are kept to be compared with the database's.
   */
  clear(): void;
};

/** Keeps a room's stored lines until the room is loaded again, to compare them with the database's present history. */
function createComparison(onOtherHistory: OnOtherHistory) {
  let known: { readonly state: RoomState; readonly version: number } | undefined;
  return {
    /** Keeps the lines of `state` up to `version`. They are stored; later ones may not be. */
    keep: (state: RoomState, version: number): void => void (known = { state, version }),
    /** Compares the kept lines with a room that was loaded. Forgets them. */
    compare(loaded: RoomState): void {
      const lost = known && lostLines(known.state, known.version, loaded);
      known = undefined;
      if (lost) onOtherHistory(loaded, lost);
    },
  };
}

/** Returns the lines of `state` up to `version` that `loaded` does not have. Undefined if it has all of them. */
function lostLines(state: RoomState, version: number, loaded: RoomState): LostLines | undefined {
  const isKept = (seq: number): boolean => epochAt(state, seq) === epochAt(loaded, seq);
  if (isKept(version)) return undefined;
  const isLost = (seq: number): boolean => seq <= version && !isKept(seq);
  const counts = [...state.linesOf].map(
    ([bidderId, { numbers }]) => [bidderId, numbers.filter(isLost).length] as const,
  );
  return new Map(counts.filter(([, count]) => count > 0));
}

/** Creates an empty memory of an auction. It loads the auction on first use. */
export function createRoomMemory(auctionId: AuctionId, onOtherHistory: OnOtherHistory = () => undefined): RoomMemory {
  let state: RoomState | undefined;
  let storedVersion = 0;
  const comparison = createComparison(onOtherHistory);
  const stored = (): void => void (storedVersion = state?.version ?? storedVersion);
  const clear = (): void => {
    if (state) comparison.keep(state, storedVersion);
    state = undefined;
  };

  const load = async (rows: RoomRows): Promise<RoomState | undefined> => {
    clear();
    state = await loadRoom(rows, auctionId);
    if (state) comparison.compare(state);
    return state;
  };

  /**
   * Rebuilds the state with the present settings, without reading the history again. The settings are read after the
   * version, as in `loadRoom`.
   */
  const rebuild = async (rows: RoomRows, known: RoomState): Promise<RoomState | undefined> => {
    // If reading the settings fails, no state may remain that has the `changed` line but the old settings.
    clear();
    const settings = await rows.settings(auctionId);
    return (state = settings && withSettings(known, settings));
  };

  /** Brings the state in memory, or a newly loaded one, to the database's version. */
  const follow = async (rows: RoomRows, now: AuctionNow): Promise<RoomState | undefined> => {
    // A newly loaded state has its own times, which may be newer than `now`.
    const lines = state && state.version < now.version ? await rows.lines(auctionId, state.version, now.version) : [];
    if (!state || !continues(state, now, lines)) return load(rows);
    // No line says that a company was renamed after the closing, or that a change of an account waits to be applied.
    // In both cases, read the settings every time. Read them before lines move the state: if reading them failed
    // afterwards, nothing would notify the readers of these lines.
    const mayBeOutOfDate = now.times.closedAtMs !== null || now.isUnsettled;
    const settings = mayBeOutOfDate ? await rows.settings(auctionId) : undefined;
    // Set before reading lines: the start may have moved, and `applyLine` hides bids withdrawn before the start.
    state.times = now.times;
    const { salt } = state.settings;
    if (salt !== null) state.links.push(...lines.map(({ line }) => contentHash(line, salt, sha256)));
    const isChanged = applyLines(state, lines);
    state.times = now.times;
    if (isChanged) return rebuild(rows, state);
    state.settings = settings ?? state.settings;
    return state;
  };

  return {
    async catchUp(rows, now) {
      const caughtUp = await follow(rows, now);
      stored();
      return caughtUp;
    },
    lastHash: () => state?.lastHash,
    stored,
    clear,
  };
}
