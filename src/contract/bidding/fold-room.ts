import type { RoomBid } from '#contract/bidding/bidding.ts';
import type { RoomDelta, RoomSnapshot, SyncRequest } from '#contract/bidding/room.ts';

/**
 * A client's copy of a room, built from a snapshot and the deltas after it. The browser and the tests that compare each
 * client with the server use the same function.
 */
export type Room = {
  readonly auctionId: string;
  readonly version: number;
  /** The epoch at `version`. `sync` sends both. */
  readonly epoch: string;
  readonly times: RoomSnapshot['times'];
  readonly bids: ReadonlyMap<string, RoomBid>;
};

/** With `gap`, a delta was missed. The client must send `sync` with the version of `room`. */
export type Folded = { readonly room: Room; readonly gap: boolean };

export const roomOf = (snapshot: RoomSnapshot): Room => ({
  auctionId: snapshot.auctionId,
  version: snapshot.version,
  epoch: snapshot.epoch,
  times: snapshot.times,
  bids: new Map(snapshot.bids.map((bid) => [bid.bidId, bid])),
});

/** Returns the data of `sync` for a client with this copy, or without one. */
export const syncOf = (room: Room | undefined): SyncRequest =>
  room ? { version: room.version, epoch: room.epoch } : { version: 0 };

/**
 * Applies a message to the copy of a room. If a delta starts after the known version, ignores the delta and reports a
 * gap. If a delta ends before the known version, ignores the delta as a repeat. Merges bids by `bidId`: the higher
 * `seq` wins (docs/rules.md#realtime). A snapshot of another history replaces the copy.
 */
export function foldRoom(room: Room, message: RoomSnapshot | RoomDelta): Folded {
  if (message.kind === 'snapshot') {
    const isRepeat = message.version < room.version && !message.isOtherHistory;
    return isRepeat ? { room, gap: false } : { room: roomOf(message), gap: false };
  }
  if (message.from > room.version) return { room, gap: true };
  if (message.version < room.version) return { room, gap: false };
  return {
    room: {
      ...room,
      version: message.version,
      epoch: message.epoch,
      times: message.times,
      bids: mergeBids(room.bids, message.bids),
    },
    gap: false,
  };
}

/** Merges bids by bidId. The higher `seq` wins. */
export function mergeBids(
  known: ReadonlyMap<string, RoomBid>,
  incoming: readonly RoomBid[],
): ReadonlyMap<string, RoomBid> {
  const bids = new Map(known);
  for (const bid of incoming) {
    const before = bids.get(bid.bidId);
    if (!before || before.seq < bid.seq) bids.set(bid.bidId, bid);
  }
  return bids;
}
