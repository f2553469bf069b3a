import type { AuctionId } from '#domain/basics/ids.ts';
import type { Clock } from '#server/platform/runtime/clock.ts';
import type { Timers } from '#server/platform/runtime/timers.ts';
import { AUDIENCES } from '#server/room/present-room.ts';
import { roomGroup, type Publisher, type RoomSockets } from '#server/room/publish-room.ts';
import type { Room } from '#server/room/room.ts';
import type { RoomStore } from '#server/room/store/room-store.ts';

/** A room in this process's memory, with its publisher. */
export type RoomEntry = {
  readonly room: Room;
  readonly publisher: Publisher;
  usedAtMs: number;
  /** Tells whether the auction is closed, as far as this process knows. */
  isClosed(): boolean;
  /** True until the room is compared with the database, whose history may be another one now. */
  isToCompare: boolean;
};

/** The interval, in milliseconds, at which rooms are checked for a start that has passed. */
const UNSEAL_EVERY_MS = 200;
/** The interval, in milliseconds, at which rooms read their version again, because a wake-up may be lost. */
const CATCH_UP_EVERY_MS = 2_000;
/** The number of closed rooms without listeners that are compared at the same time. Open rooms must not wait for them. */
const CLOSED_COMPARED = 20;
/** If no socket listens to a room, the room is dropped from memory after this idle time, in milliseconds. */
const IDLE_MS = 10 * 60_000;

type Watching = {
  readonly store: Pick<RoomStore, 'isOpenToOthers'>;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly sockets: Pick<RoomSockets, 'isHeard'>;
  /** Brings a room up to the database's version. A failure is retried by the next check. */
  readonly readQuietly: (entry: RoomEntry) => void;
};

/**
 * Runs the periodic checks: auctions that started, changes that were missed because a wake-up was lost, and idle rooms.
 * `compare` compares all rooms with the database (see `Rooms.compare`).
 */
export function watchRooms(
  entries: Map<AuctionId, RoomEntry>,
  { store, clock, timers, sockets, readQuietly }: Watching,
): { readonly compare: () => void; readonly stop: () => void } {
  const isHeard = (auctionId: AuctionId): boolean =>
    AUDIENCES.some((audience) => sockets.isHeard(roomGroup(auctionId, audience)));
  const stops = [
    timers.every(UNSEAL_EVERY_MS, () => {
      for (const entry of entries.values()) if (entry.publisher.isUnsealDue()) readQuietly(entry);
    }),
    timers.every(CATCH_UP_EVERY_MS, () => {
      let compared = 0;
      for (const [auctionId, entry] of entries) {
        const isWatched = isHeard(auctionId);
        if (clock.nowMs() - entry.usedAtMs > IDLE_MS && !isWatched) entries.delete(auctionId);
        else if (!store.isOpenToOthers) continue;
        else if (!entry.isClosed() || isWatched) readQuietly(entry);
        // Nobody waits for a change of a closed auction without listeners. The next use of the room reads it.
        else if (entry.isToCompare && (compared += 1) <= CLOSED_COMPARED) readQuietly(entry);
      }
    }),
  ];
  return {
    compare() {
      for (const [auctionId, entry] of entries) {
        entry.isToCompare = true;
        if (!entry.isClosed() || isHeard(auctionId)) readQuietly(entry);
      }
    },
    stop: () => stops.forEach((stop) => stop()),
  };
}
