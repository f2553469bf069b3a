import * as z from 'zod/mini';
import {
  syncRequestSchema,
  timeRequestSchema,
  type FromRoom,
  type RoomDelta,
  type RoomSnapshot,
} from '#contract/bidding/room.ts';
import type { AuctionId } from '#domain/basics/ids.ts';
import { isSealed, presentDelta, presentSnapshot, type Reader } from '#server/room/present-room.ts';
import { snapshotForAll } from '#server/room/snapshot-for-all.ts';
import type { Rooms } from '#server/room/rooms.ts';
import { standingBidsOf, type RoomState } from '#server/room/room-state.ts';
import type { SocketPurpose } from '#server/bidding/room-tokens.ts';
import type { Clock } from '#server/platform/runtime/clock.ts';

/** Answers what a socket asks: the server's time, and what of its room it lacks. Undefined for anything else. */
export async function answerSocket(
  rooms: Rooms,
  clock: Clock,
  purpose: SocketPurpose,
  asked: { readonly event: string; readonly data: unknown },
): Promise<FromRoom | undefined> {
  if (asked.event === 'time') {
    const request = z.safeParse(timeRequestSchema, asked.data);
    return request.success ? { kind: 'time', echo: request.data.echo, nowMs: clock.nowMs() } : undefined;
  }
  const request = asked.event === 'sync' ? z.safeParse(syncRequestSchema, asked.data) : undefined;
  if (!request?.success || !purpose) return undefined;
  const { version } = request.data;
  return rooms.read(purpose.auctionId as AuctionId, (state) => catchUp(state, purpose.reader, version, clock.nowMs()));
}

/** A delta from the reader's version, or everything where it has nothing, something sealed, or what we don't know. */
function catchUp(
  state: RoomState,
  reader: Reader,
  version: number,
  nowMs: number,
): RoomSnapshot | RoomDelta | undefined {
  // A sealed view has no version of its own: what is hidden in it may not be counted either.
  if (reader.audience === 'participants' && isSealed(state))
    return { ...presentSnapshot(state, reader, nowMs), version: 0 };
  // Without a bid there is no entry to the live room (rules 3.1); the token is asked for again after one is placed.
  const { bidderId } = reader;
  if (bidderId !== null && standingBidsOf(state, bidderId).size === 0) return undefined;
  // Deltas leave out bids that were never shown. A reader that may hold such a bid gets a snapshot instead.
  const isBeforeOpening = reader.audience === 'participants' && version < state.lastSealedEnd;
  if (version === 0 || isBeforeOpening || version > state.version) return snapshotForAll(state, reader.audience, nowMs);
  return presentDelta(state, reader, version, nowMs);
}
