import { DRAIN_MS } from '#domain/auction/status.ts';
import type { AuctionId } from '#domain/basics/ids.ts';
import { closeAuction, dueAuctions, type OnClosed } from '#server/award/close-auction.ts';
import type { Rooms } from '#server/bidding/rooms.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/database.ts';

const LOOK_EVERY_MS = 500;

export type CloserParts = {
  readonly db: Db;
  readonly clock: Clock;
  readonly rooms: Rooms;
  readonly onClosed: OnClosed;
  readonly failed: (error: unknown) => void;
};

export type Closer = {
  /** Closes this auction if its time has come; a read calls it, so that a result never waits for a timer. */
  closeIfDue(auctionId: AuctionId): Promise<void>;
  stop(): void;
};

/** Closes auctions when their time has come, looking twice a second and on reads. */
export function startCloser(parts: CloserParts): Closer {
  // The rooms of every process see the `closed` line and tell their sockets that the result stands.
  const close = async (auctionId: AuctionId): Promise<void> => {
    if (await closeAuction(parts.db, auctionId, parts.onClosed)) parts.rooms.wake(auctionId);
  };
  let isLooking = false;
  const look = async (): Promise<void> => {
    if (isLooking) return;
    isLooking = true;
    try {
      for (const auctionId of await dueAuctions(parts.db, DRAIN_MS)) await close(auctionId);
    } catch (error) {
      parts.failed(error);
    } finally {
      isLooking = false;
    }
  };
  const timer = setInterval(() => void look(), LOOK_EVERY_MS);
  return {
    async closeIfDue(auctionId) {
      const isDue = await parts.db
        .selectFrom('auction')
        .select('id')
        .where('id', '=', auctionId)
        .where('closed_at', 'is', null)
        .where('auction_end_time', '<=', new Date(parts.clock.nowMs() - DRAIN_MS))
        .executeTakeFirst();
      if (isDue) await close(auctionId);
    },
    stop: () => clearInterval(timer),
  };
}
