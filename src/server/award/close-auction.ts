import { isClosingPeriodOver } from '#domain/auction/status.ts';
import type { AuctionId, ItemId } from '#domain/basics/ids.ts';
import { awardItem, type Award } from '#domain/award/close.ts';
import type { Clock } from '#server/platform/runtime/clock.ts';
import type { Timers } from '#server/platform/runtime/timers.ts';
import { withSpan } from '#server/platform/telemetry/trace.ts';
import type { Rooms } from '#server/room/rooms.ts';
import { type OnRowHeld, lockForClosing } from '#server/room/store/load-room.ts';
import type { RoomState } from '#server/room/room-state.ts';
import type { RoomRows, RoomStore } from '#server/room/store/room-store.ts';
import { writeEvent } from '#server/room/store/write-event.ts';

const LOOK_EVERY_MS = 200;
/**
 * The maximum number of closings at the same time. Several closings run in parallel, so that a slow or blocked one does
 * not delay the others.
 */
const AT_ONCE = 4;

export type CloserParts = {
  readonly store: ClosingStore;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly rooms: Rooms;
  /** Resolves as soon as outages are handled, so that no auction closes that an outage should extend (decision 47). */
  readonly beforeClosing?: () => Promise<void>;
  readonly onRowHeld?: OnRowHeld;
  readonly failed: (error: unknown) => void;
};

export type Closer = {
  /** Closes this auction if it is due for closing. Reads call this function, so that no result waits for a timer. */
  closeIfDue(auctionId: AuctionId): Promise<void>;
  /** Starts no further closing, and waits for the closings in progress. */
  stop(): Promise<void>;
};

/** Starts a timer that closes due auctions five times a second. Reads can close an auction, too. */
export function startCloser(parts: CloserParts): Closer {
  const { store, clock, timers, rooms, beforeClosing = async () => undefined, onRowHeld, failed } = parts;
  // The rooms of every process read the `closed` line and notify their sockets of the result.
  const close = async (auctionId: AuctionId): Promise<void> => {
    await beforeClosing();
    if (await closeAuction(store, auctionId, onRowHeld)) rooms.wake(auctionId);
  };
  // A failed closing is tried again at the next check, and does not delay the others.
  const tryToClose = (auctionId: AuctionId): Promise<void> =>
    withSpan('close an auction', { 'greenlot.auction_id': auctionId }, () => close(auctionId)).catch(failed);
  let isStopped = false;
  const look = async (): Promise<void> => {
    try {
      const due = (await store.dueAuctions()).values();
      const closeSome = async (): Promise<void> => {
        for (const auctionId of due) if (!isStopped) await tryToClose(auctionId);
      };
      await Promise.all(Array.from({ length: AT_ONCE }, closeSome));
    } catch (error) {
      failed(error);
    }
  };
  let looking: Promise<void> | undefined;
  const stop = timers.every(LOOK_EVERY_MS, () => {
    looking ??= look().finally(() => (looking = undefined));
  });
  return {
    async closeIfDue(auctionId) {
      const now = await store.peek(auctionId);
      if (now && now.times.closedAtMs === null && isClosingPeriodOver(now.times, clock.nowMs())) await close(auctionId);
    },
    async stop() {
      isStopped = true;
      stop();
      await looking;
    },
  };
}

export type ItemAward = Award & { readonly itemId: ItemId };

export type ClosingRows = RoomRows & {
  /** Stores the awards and the time of closing, with the notifications and emails about the result. */
  storeResult(state: RoomState, awards: readonly ItemAward[]): Promise<void>;
};

export type ClosingStore = Pick<RoomStore, 'peek'> & {
  inTransaction<T>(work: (rows: ClosingRows) => Promise<T>): Promise<T>;
  /** Returns the auctions that are due for closing. */
  dueAuctions(): Promise<AuctionId[]>;
};

/**
 * Closes one auction whose end and closing period have passed, exactly once among all processes
 * (docs/rules.md#closing). Stores the awards and the last line of the history. Returns true if this call closed the
 * auction.
 */
export async function closeAuction(
  store: Pick<ClosingStore, 'inTransaction'>,
  auctionId: AuctionId,
  onRowHeld: OnRowHeld = () => undefined,
): Promise<boolean> {
  return store.inTransaction(async (rows) => {
    const state = await lockForClosing(rows, auctionId, onRowHeld);
    if (!state) return false;
    await writeEvent(rows, auctionId, 'closed', null);
    await rows.storeResult(state, awardsOf(state));
    return true;
  });
}

/**
 * Returns all awards of a room in its present state. The result page, the statements and the stored awards all use
 * this function (architecture, invariant 5). An annulled auction has no awards.
 */
export function awardsOf(state: RoomState): ItemAward[] {
  if (state.times.annulledAtMs !== null) return [];
  const { fees } = state.settings;
  return [...state.standings.values()].flatMap(({ item, rows }) =>
    awardItem(rows(), fees).map((award) => ({ ...award, itemId: item.itemId })),
  );
}
