import { isDrained } from '#domain/auction/status.ts';
import type { AuctionId } from '#domain/basics/ids.ts';
import { closeAuction, type ClosingStore } from '#server/award/close-auction.ts';
import type { Clock } from '#server/platform/runtime/clock.ts';
import type { Timers } from '#server/platform/runtime/timers.ts';
import { inStep } from '#server/platform/telemetry/trace.ts';
import type { Rooms } from '#server/room/rooms.ts';
import type { OnRowHeld } from '#server/room/store/lock-auction.ts';

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
