import { sql } from 'kysely';
import type { AuctionId } from '#domain/basics/ids.ts';
import { cancelMisfits } from '#server/bidding/cancel-misfits.ts';
import { loadRoom } from '#server/bidding/room-rows.ts';
import type { RoomBidder } from '#server/bidding/room-state.ts';
import { writeEvent, writeLines } from '#server/bidding/write-lines.ts';
import { databaseNowMs } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/database.ts';
import { Refused } from '#server/platform/refused.ts';

/** A change of an auction's settings, items or bidders that is under way; the auction's row is locked. */
export type Change = {
  readonly auctionId: AuctionId;
  readonly nowMs: number;
  readonly isStarted: boolean;
  readonly isEnded: boolean;
  readonly bidders: ReadonlyMap<string, RoomBidder>;
};

/** Locks an auction for a change, so that no bid is judged meanwhile. Throws `not_found`. */
export async function beginChange(db: Db, auctionId: string): Promise<Change> {
  const { rows } = await sql<{ start_time: Date; auction_end_time: Date }>`
    select start_time, auction_end_time from auction where id = ${auctionId} for update`.execute(db);
  const row = rows[0];
  const room = row && (await loadRoom(db, auctionId as AuctionId));
  if (!row || !room) throw new Refused('not_found');
  const nowMs = await databaseNowMs(db);
  return {
    auctionId: auctionId as AuctionId,
    nowMs,
    isStarted: nowMs >= row.start_time.getTime(),
    isEnded: nowMs >= row.auction_end_time.getTime(),
    bidders: room.settings.bidders,
  };
}

/** The same for what may change before the start only (rules 3). */
export async function beginChangeBeforeStart(db: Db, auctionId: string): Promise<Change> {
  const change = await beginChange(db, auctionId);
  if (change.isStarted) throw new Refused('auction_has_started');
  return change;
}

/**
 * Leaves a `changed` line, so that every room reads the auction anew, and cancels initial bids that the change left
 * without an item or a bidder, or against the rules as they are now. Same transaction as the change.
 */
export async function settleChange(db: Db, change: Change, userId: string): Promise<void> {
  await writeEvent(db, change.auctionId, 'changed', userId);
  if (change.isStarted) return;
  const room = await loadRoom(db, change.auctionId);
  if (!room) return;
  const everyone = new Map<string, RoomBidder>([...change.bidders, ...room.settings.bidders]);
  await writeLines(db, change.auctionId, cancelMisfits(room, everyone, change.nowMs));
}
