import type { AuctionId } from '#domain/basics/ids.ts';
import { withSettings, type RoomState } from '#server/room/room-state.ts';
import { loadRoom, readLines } from '#server/room/store/load-room.ts';
import type { AuctionNow, RoomRows } from '#server/room/store/room-store.ts';

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
