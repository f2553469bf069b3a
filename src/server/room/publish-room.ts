import type { FromRoom } from '#contract/bidding/room.ts';
import type { AuctionId, BidderId } from '#domain/basics/ids.ts';
import type { Bid } from '#domain/bidding/bid.ts';
import type { Clock } from '#server/platform/runtime/clock.ts';
import type { Timers } from '#server/platform/runtime/timers.ts';
import {
  isSealed,
  presentDeltas,
  ADMIN_AUDIENCES,
  AUDIENCES,
  type Audience,
  snapshotForAll,
} from '#server/room/present-room.ts';
import { standingBidsOf, type RoomState } from '#server/room/room-state.ts';

/** Sends one message to everybody in a group of sockets; the hub builds the frame once. */
export type Broadcast = (group: string, message: FromRoom) => void;

export const roomGroup = (auctionId: string, audience: Audience): string => `room:${auctionId}:${audience}`;
/** Everybody who looks at a list of auctions. */
export const LIST_GROUP = 'auctions';

/** Told of the bids that a commit or a read brought, in the order of their lines; it may look at the state only then. */
export type OnBids = (state: RoomState, bids: readonly Bid[]) => void;

/** This process's sockets, as rooms need them. */
export type RoomSockets = {
  readonly broadcast: Broadcast;
  readonly isHeard: (group: string) => boolean;
  /** These users are no longer to be in the room; whoever may be there after all comes back with another token. */
  readonly end: (auctionId: AuctionId, userIds: ReadonlySet<string>) => void;
  /** The same for all who follow the room for these bidders: each member of a company, not only the one in its seat. */
  readonly endReaders: (auctionId: AuctionId, bidderIds: ReadonlySet<BidderId>) => void;
};

export type Publisher = {
  /** Takes in what a commit or a read moved. Called while the state is at rest. */
  moved(state: RoomState): void;
  /** The start has passed and participants haven't been shown the sealed bids yet. */
  isUnsealDue(): boolean;
  /** Shows everything to the participants, once, after the start. Called while the state is at rest. */
  unseal(state: RoomState): void;
};

type Frame = { readonly audience: Audience; readonly message: FromRoom };

/** Bursts are folded into one frame per tick. */
const FOLD_MS = 30;

/**
 * Tells a room's sockets what changed. It copies what it will tell when it is called, since by the time the tick comes
 * the state may be in the middle of a batch that isn't durable yet. Before the start only admins are told anything.
 */
export function createPublisher(
  auctionId: AuctionId,
  { clock, timers, sockets, onBids }: { clock: Clock; timers: Timers; sockets: RoomSockets; onBids: OnBids },
): Publisher {
  /** The version that an audience was told of last; participants hear nothing before they are shown everything. */
  const told: Partial<Record<Audience, number>> = {};
  let [isFlushDue, isResultTold] = [false, false];
  let startsAtMs = Number.POSITIVE_INFINITY;

  let frames: Frame[] = [];
  const flush = (): void => {
    isFlushDue = false;
    for (const { audience, message } of frames.splice(0)) sockets.broadcast(roomGroup(auctionId, audience), message);
  };

  const collect = (state: RoomState): void => {
    const bids = state.touched.splice(0);
    onBids(state, bids);
    if (told.participants !== undefined) endWithoutBid(sockets, state, biddersOf(bids));
    const touched = [...new Map(bids.map((bid) => [bid.bidId, bid])).values()];
    const deltaFor = presentDeltas(state, touched, clock.nowMs());
    for (const audience of AUDIENCES) {
      const from = told[audience];
      if (from === undefined || from >= state.version) continue;
      told[audience] = state.version;
      frames = foldFrames(frames, audience, deltaFor(audience, from));
    }
  };

  /** Once per process: whichever of them closed the auction, each tells its own sockets. */
  const sendResultReady = ({ version }: RoomState): void => {
    isResultTold = true;
    const message = { event: 'AuctionResult', auctionId, version, now: new Date(clock.nowMs()).toISOString() } as const;
    frames.push(...AUDIENCES.map((audience) => ({ audience, message })));
  };

  return {
    moved(state) {
      startsAtMs = state.times.startsAtMs;
      for (const audience of ADMIN_AUDIENCES) told[audience] ??= state.version;
      collect(state);
      if (state.times.closedAtMs !== null && !isResultTold) sendResultReady(state);
      if (frames.length === 0 || isFlushDue) return;
      isFlushDue = true;
      timers.after(FOLD_MS, flush);
    },
    isUnsealDue: () => told.participants === undefined && clock.nowMs() >= startsAtMs,
    unseal(state) {
      if (told.participants !== undefined || isSealed(state)) return;
      endWithoutBid(sockets, state, state.settings.bidders.keys());
      told.participants = state.version;
      sockets.broadcast(roomGroup(auctionId, 'participants'), snapshotForAll(state, 'participants', clock.nowMs()));
    },
  };
}

const biddersOf = (bids: readonly Bid[]): BidderId[] => bids.map(({ bidderId }) => bidderId);

/** A bidder without a standing bid is not in the room once the bids are open (docs/rules.md#realtime). */
function endWithoutBid(sockets: RoomSockets, state: RoomState, bidderIds: Iterable<BidderId>): void {
  const ended = new Set([...bidderIds].filter((bidderId) => standingBidsOf(state, bidderId).size === 0));
  if (ended.size > 0) sockets.endReaders(state.settings.auctionId, ended);
}

/** Joins a delta to the one that waits for the same audience: it then spans both, newest state of each bid. */
function foldFrames(
  frames: readonly Frame[],
  audience: Audience,
  message: Extract<FromRoom, { kind: 'delta' }>,
): Frame[] {
  const waiting = frames.find((frame) => frame.audience === audience);
  if (!waiting || !('kind' in waiting.message) || waiting.message.kind !== 'delta')
    return [...frames, { audience, message }];
  const bids = new Map([...waiting.message.bids, ...message.bids].map((bid) => [bid.bidId, bid]));
  const joined = { ...message, from: waiting.message.from, bids: [...bids.values()] };
  return frames.map((frame) => (frame === waiting ? { audience, message: joined } : frame));
}
