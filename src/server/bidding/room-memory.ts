import type { AuctionId } from '#domain/basics/ids.ts';
import { loadRoom, readLines, type LockedAuction } from '#server/bidding/room-rows.ts';
import type { RoomState } from '#server/bidding/room-state.ts';
import type { Db } from '#server/platform/database.ts';

/** What a process remembers of an auction between two batches. */
export type RoomMemory = {
  /** The state at the version that the database has: lines that others wrote are read, changed settings too. */
  catchUp(db: Db, now: LockedAuction): Promise<RoomState | undefined>;
  version(): number | undefined;
  /** After a commit that failed, or may have: whatever is remembered might not be true. */
  forget(): void;
};

export function createRoomMemory(auctionId: AuctionId): RoomMemory {
  let state: RoomState | undefined;
  return {
    async catchUp(db, now) {
      const isBehind = state !== undefined && state.version < now.version;
      const isChanged = state !== undefined && isBehind && (await readLines(db, state, now.version));
      // A memory ahead of the database holds lines that were never stored.
      if (isChanged || (state !== undefined && state.version > now.version)) state = undefined;
      state ??= await loadRoom(db, auctionId);
      if (state) state.times = now.times;
      return state;
    },
    version: () => state?.version,
    forget: () => (state = undefined),
  };
}
