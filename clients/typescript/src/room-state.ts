import type { RoomFrameDelta, RoomFrameSnapshot } from './generated/types.gen.ts';

type Snapshot = RoomFrameSnapshot['data'];
type Delta = RoomFrameDelta['data'];

/** Start, end, pauses and extensions of an auction. */
export type RoomTimes = Snapshot['times'];
/** A bid as the caller may see it. */
export type RoomBid = Snapshot['bids'][number];

/** A copy of a live room. */
export type Room = {
  readonly auctionId: string;
  /** Each change of the room increases its version by one. */
  readonly version: number;
  /** The first digits of the hash of the history line at `version`. */
  readonly epoch: string;
  readonly times: RoomTimes;
  readonly bids: ReadonlyMap<string, RoomBid>;
};

/** A room after a message, or a gap: a message was missed, so the client must send `sync`. */
export type Folded = { readonly room: Room | undefined; readonly hasGap: boolean };

const roomOf = ({ auctionId, version, epoch, times, bids }: Snapshot): Room => ({
  auctionId,
  version,
  epoch,
  times,
  bids: new Map(bids.map((bid) => [bid.bidId, bid])),
});

/**
 * Applies a message to the copy of a room, or starts the copy. Repeats change nothing. A snapshot of another history
 * replaces the copy, whatever its version.
 */
export function foldRoom(room: Room | undefined, message: Snapshot | Delta): Folded {
  if (message.kind === 'snapshot') {
    const isRepeat = room !== undefined && message.version < room.version && !message.isOtherHistory;
    return { room: isRepeat ? room : roomOf(message), hasGap: false };
  }
  if (room === undefined || message.from > room.version) return { room, hasGap: room !== undefined };
  if (message.version < room.version) return { room, hasGap: false };
  const bids = new Map(room.bids);
  for (const bid of message.bids) if ((bids.get(bid.bidId)?.seq ?? -1) < bid.seq) bids.set(bid.bidId, bid);
  const { version, epoch, times } = message;
  return { room: { ...room, version, epoch, times, bids }, hasGap: false };
}
