import type { RoomBid } from '#contract/bidding/bidding.ts';
import type { RoomDelta, RoomSnapshot } from '#contract/bidding/room.ts';

/**
 * A reader's copy of a room, folded from a snapshot and the deltas after it. The same function runs in the browser and
 * in the tests that compare every reader with the server.
 */
export type Room = {
  readonly auctionId: string;
  readonly version: number;
  readonly times: RoomSnapshot['times'];
  readonly bids: ReadonlyMap<string, RoomBid>;
};

/** `gap` asks for `sync` with the version at hand: something in between was missed. */
export type Folded = { readonly room: Room; readonly gap: boolean };

export const roomOf = (snapshot: RoomSnapshot): Room => ({
  auctionId: snapshot.auctionId,
  version: snapshot.version,
  times: snapshot.times,
  bids: new Map(snapshot.bids.map((bid) => [bid.bidId, bid])),
});

/**
 * Takes a message in. A delta that starts after what is known is left out and reported as a gap; one that ends before
 * it is a repeat. Bids merge by bidId, the newer history sequence wins (docs/rules.md#realtime).
 */
export function foldRoom(room: Room, message: RoomSnapshot | RoomDelta): Folded {
  if (message.kind === 'snapshot') {
    return message.version < room.version ? { room, gap: false } : { room: roomOf(message), gap: false };
  }
  if (message.from > room.version) return { room, gap: true };
  if (message.version < room.version) return { room, gap: false };
  return {
    room: { ...room, version: message.version, times: message.times, bids: mergeBids(room.bids, message.bids) },
    gap: false,
  };
}

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
