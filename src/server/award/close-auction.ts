import { isDrained } from '#domain/auction/status.ts';
import type { AuctionId, ItemId } from '#domain/basics/ids.ts';
import { awardItem, type Award } from '#domain/award/close.ts';
import type { Clock } from '#server/platform/runtime/clock.ts';
import type { Timers } from '#server/platform/runtime/timers.ts';
import { inStep } from '#server/platform/telemetry/trace.ts';
import type { Rooms } from '#server/room/rooms.ts';
import { type OnRowHeld, lockForClosing } from '#server/room/store/load-room.ts';
import type { RoomState } from '#server/room/room-state.ts';
import type { RoomRows, RoomStore } from '#server/room/store/room-store.ts';
import { writeEvent } from '#server/room/store/write-event.ts';

const LOOK_EVERY_MS = 200;
/** Closings under way at once: one that waits for its auction's row, or is long, keeps those that end with it waiting less. */
const AT_ONCE = 4;

export type CloserParts = {
  readonly store: ClosingStore;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly rooms: Rooms;
  /** Resolves once it is known that nobody missed the end for want of a server (decision 47). */
  readonly beforeClosing?: () => Promise<void>;
  readonly onRowHeld?: OnRowHeld;
  readonly failed: (error: unknown) => void;
};

export type Closer = {
  /** Closes this auction if its time has come; a read calls it, so that a result never waits for a timer. */
  closeIfDue(auctionId: AuctionId): Promise<void>;
  /** Begins no other closing; those under way end first. */
  stop(): Promise<void>;
};

/** Closes auctions when their time has come, looking five times a second and on reads. */
export function startCloser(parts: CloserParts): Closer {
  const { store, clock, timers, rooms, beforeClosing = async () => undefined, onRowHeld, failed } = parts;
  // The rooms of every process see the `closed` line and tell their sockets that the result stands.
  const close = async (auctionId: AuctionId): Promise<void> => {
    await beforeClosing();
    if (await closeAuction(store, auctionId, onRowHeld)) rooms.wake(auctionId);
  };
  // One that can't be closed now is tried again at the next look, and keeps none of the others waiting.
  const tryToClose = (auctionId: AuctionId): Promise<void> =>
    inStep('close an auction', { 'greenlot.auction_id': auctionId }, () => close(auctionId)).catch(failed);
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
      if (now && now.times.closedAtMs === null && isDrained(now.times, clock.nowMs())) await close(auctionId);
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
  /** Keeps the awards, and that and when the auction was closed; whoever is to hear of it is told in the same transaction. */
  storeResult(state: RoomState, awards: readonly ItemAward[]): Promise<void>;
};

export type ClosingStore = Pick<RoomStore, 'peek'> & {
  inTransaction<T>(work: (rows: ClosingRows) => Promise<T>): Promise<T>;
  /** Auctions whose time to be closed has come. */
  dueAuctions(): Promise<AuctionId[]>;
};

/**
 * Closes one auction whose end and drain have passed, once, whichever process comes first (docs/rules.md#closing): the
 * awards are stored and a last line ends the history. True where it was closed now.
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
 * Every award of a room as it stands: the same function makes the result page, the statements and the stored awards
 * (architecture, invariant 5). An annulled auction awards nothing.
 */
export function awardsOf(state: RoomState): ItemAward[] {
  if (state.times.annulledAtMs !== null) return [];
  const { fees } = state.settings;
  return [...state.standings.values()].flatMap(({ item, rows }) =>
    awardItem(rows(), fees).map((award) => ({ ...award, itemId: item.itemId })),
  );
}
