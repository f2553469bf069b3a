import type { FromRoom } from '#contract/bidding/room.ts';
import type { AuctionId, BidderId } from '#domain/basics/ids.ts';
import type { Bid } from '#domain/bidding/bid.ts';
import type { Clock } from '#server/platform/runtime/clock.ts';
import type { Timers } from '#server/platform/runtime/timers.ts';
import { keepHeadSigned } from '#server/room/head-of-room.ts';
import type { SignText } from '#server/room/judging/sign-receipts.ts';
import { presentDeltas, ADMIN_AUDIENCES, AUDIENCES, type Audience, snapshotForAll } from '#server/room/present-room.ts';
import { isSealed, standingBidsOf, type RoomState } from '#server/room/room-state.ts';

/** Sends one message to all sockets of a group. The hub builds the frame only once. */
export type Broadcast = (group: string, message: FromRoom) => void;

/** Returns the name of the group of sockets that follow a room as this audience. */
export const roomGroup = (auctionId: string, audience: Audience): string => `room:${auctionId}:${audience}`;
/** The group of all sockets that show a list of auctions. */
export const LIST_GROUP = 'auctions';

/**
 * Receives the bids that a commit or a read changed, in the order of their lines. The function must not keep `state`
 * after it returns.
 */
export type OnBids = (state: RoomState, bids: readonly Bid[]) => void;

/** The functions of this process's sockets that rooms call. */
export type RoomSockets = {
  readonly broadcast: Broadcast;
  readonly isHeard: (group: string) => boolean;
  /** Closes the sockets of these users in the room. A user who is still allowed there reconnects with another token. */
  readonly end: (auctionId: AuctionId, userIds: ReadonlySet<string>) => void;
  /**
   * Closes the sockets of these bidders in the room: those of every member of the company, not only of the user who
   * bids.
   */
  readonly endReaders: (auctionId: AuctionId, bidderIds: ReadonlySet<BidderId>) => void;
  /** Closes all sockets in the room. They reconnect, and ask for the room with the epoch that they know. */
  readonly restart: (auctionId: AuctionId) => void;
};

export type Publisher = {
  /** Publishes the changes of a commit or a read. Call it while no batch changes the state. */
  moved(state: RoomState): void;
  /** Tells whether the start has passed and participants have not seen the sealed bids yet. */
  isUnsealDue(): boolean;
  /** Sends the whole room to the participants, once, after the start. Call it while no batch changes the state. */
  unseal(state: RoomState): void;
  /** Closes the room's sockets and forgets what they got, because the database has another history now. */
  restart(): void;
};

type PublisherParts = {
  readonly clock: Clock;
  readonly timers: Timers;
  readonly sockets: RoomSockets;
  readonly onBids: OnBids;
  /** Signs the heads of histories. Without it, messages have none. */
  readonly sign?: SignText | undefined;
};

type Frame = { readonly audience: Audience; readonly message: FromRoom };

/** The time, in milliseconds, in which changes collect, so that a burst becomes one frame. */
const FOLD_MS = 30;

/**
 * Creates the publisher that sends a room's changes to its sockets. The publisher copies the data as soon as it is
 * called: when it sends the frame, the state may already contain part of a batch that is not durable. Before the start,
 * the publisher sends to admins only.
 */
export function createPublisher(auctionId: AuctionId, parts: PublisherParts): Publisher {
  const { clock, timers, sockets, onBids, sign } = parts;
  /** The version that each audience got last. Participants get nothing before the sealed bids are opened. */
  let told: Partial<Record<Audience, number>> = {};
  let [isFlushDue, isResultTold] = [false, false];
  let startsAtMs = Number.POSITIVE_INFINITY;

  let frames: Frame[] = [];
  const flush = (): void => {
    isFlushDue = false;
    for (const { audience, message } of frames.splice(0)) sockets.broadcast(roomGroup(auctionId, audience), message);
  };

  const collect = (state: RoomState): void => {
    const [bids, links] = [state.touched.splice(0), state.links.splice(0)];
    onBids(state, bids);
    if (told.participants !== undefined) endWithoutBid(sockets, state, biddersOf(bids));
    const touched = [...new Map(bids.map((bid) => [bid.bidId, bid])).values()];
    const deltaFor = presentDeltas(state, touched, links, clock.nowMs());
    for (const audience of AUDIENCES) {
      const from = told[audience];
      if (from === undefined || from >= state.version) continue;
      told[audience] = state.version;
      frames = foldFrames(frames, audience, deltaFor(audience, from));
    }
  };

  /** Tells this process's sockets once that the result is ready, no matter which process closed the auction. */
  const sendResultReady = ({ version }: RoomState): void => {
    isResultTold = true;
    const message = { event: 'AuctionResult', auctionId, version, now: new Date(clock.nowMs()).toISOString() } as const;
    frames.push(...AUDIENCES.map((audience) => ({ audience, message })));
  };

  return {
    moved(state) {
      startsAtMs = state.times.startsAtMs;
      keepHeadSigned(state, sign, clock.nowMs());
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
      keepHeadSigned(state, sign, clock.nowMs());
      endWithoutBid(sockets, state, state.settings.bidders.keys());
      told.participants = state.version;
      sockets.broadcast(roomGroup(auctionId, 'participants'), snapshotForAll(state, 'participants', clock.nowMs()));
    },
    restart() {
      [told, frames, isResultTold] = [{}, [], false];
      sockets.restart(auctionId);
    },
  };
}

const biddersOf = (bids: readonly Bid[]): BidderId[] => bids.map(({ bidderId }) => bidderId);

/**
 * Closes the sockets of bidders whose bids are all deleted, or who have none. After the start, such bidders may not be
 * in the room (docs/rules.md#realtime).
 */
function endWithoutBid(sockets: RoomSockets, state: RoomState, bidderIds: Iterable<BidderId>): void {
  const ended = new Set([...bidderIds].filter((bidderId) => standingBidsOf(state, bidderId).size === 0));
  if (ended.size > 0) sockets.endReaders(state.settings.auctionId, ended);
}

/**
 * Merges a delta into the waiting delta of the same audience. The merged delta covers both ranges of versions, with the
 * newest state of each bid.
 */
function foldFrames(
  frames: readonly Frame[],
  audience: Audience,
  message: Extract<FromRoom, { kind: 'delta' }>,
): Frame[] {
  const waiting = frames.find((frame) => frame.audience === audience);
  if (!waiting || !('kind' in waiting.message) || waiting.message.kind !== 'delta')
    return [...frames, { audience, message }];
  const bids = new Map([...waiting.message.bids, ...message.bids].map((bid) => [bid.bidId, bid]));
  const { chain: before, from } = waiting.message;
  const { chain: after, ...newest } = message;
  const chain = before && after && { from, links: [...before.links, ...after.links] };
  const joined = { ...newest, from, ...(chain && { chain }), bids: [...bids.values()] };
  return frames.map((frame) => (frame === waiting ? { audience, message: joined } : frame));
}
