import type { AuctionId } from '#domain/basics/ids.ts';
import { loadRoom, readLines } from '#server/bidding/load-room.ts';
import { withSettings, type RoomState } from '#server/bidding/room-state.ts';
import type { AuctionNow, RoomRows } from '#server/bidding/room-store.ts';

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
  const rebuilt = async (rows: RoomRows): Promise<RoomState | undefined> => {
    const known = state;
    // After a failure, no state may hold the line of a change without the change itself.
    state = undefined;
    const settings = await rows.settings(auctionId);
    return known && settings && withSettings(known, settings);
  };

  return {
    async catchUp(rows, now) {
      // No line follows the closing, so none tells that a company was renamed: every process reads it each time; and no line
      // has told yet of a change that isn't settled. It does so before lines move the state: a failure in between would
      // leave readers behind whom nothing moves again.
      const mayBeOutOfDate = now.times.closedAtMs !== null || now.isUnsettled;
      const settings = state && mayBeOutOfDate ? await rows.settings(auctionId) : undefined;
      const isBehind = state !== undefined && state.version < now.version;
      const isChanged = state !== undefined && isBehind && (await readLines(rows, state, now.version));
      // A memory ahead of the database holds lines that were never stored.
      if (state !== undefined && state.version > now.version) state = undefined;
      if (isChanged) state = await rebuilt(rows);
      // What is loaded anew has times of its own, which may be younger than those asked for.
      if (!state) return (state = await loadRoom(rows, auctionId));
      state.times = now.times;
      state.settings = settings ?? state.settings;
      return state;
    },
    version: () => state?.version,
    forget: () => (state = undefined),
  };
}
