import type { RoomBid } from '#contract/bidding/bidding.ts';
import { foldRoom, mergeBids, roomOf, type Room } from '#contract/bidding/fold-room.ts';
import type { FromRoom, RoomDelta, RoomSnapshot } from '#contract/bidding/room.ts';

/** The state that a page builds from the messages of its live connection. */
export type LiveState = {
  /** Undefined until the first snapshot. */
  readonly room: Room | undefined;
  /** True if the result is final and can be read over HTTP. */
  readonly isResultReady: boolean;
  /** Set after the server had to replace the room, because the database was restored to an earlier state. */
  readonly wentBack: WentBack | undefined;
  /** Counts the changes of lists of auctions. */
  readonly listChanges: number;
  /** The number of times that the connection has been established. */
  readonly connections: number;
};

/** The change of a room by a restore of the database. */
export type WentBack = {
  /** The time of the last kept bid before the first lost one; null if no bid was lost, or if none is before it. */
  readonly to: string | null;
  /** The bids that were shown before and no longer exist, in their lost state. */
  readonly lost: readonly RoomBid[];
};

/** The state before the first message. */
export const EMPTY_LIVE: LiveState = {
  room: undefined,
  isResultReady: false,
  wentBack: undefined,
  listChanges: 0,
  connections: 0,
};

/** The state after a message. `gap` is true if messages were missed; they are requested with `sync`. */
type LiveFolded = { readonly state: LiveState; readonly gap: boolean };

/** Returns true if a message carries a room's bids. Only such a message can reveal or close a gap. */
export const isOfRoom = (message: FromRoom): message is RoomSnapshot | RoomDelta =>
  'kind' in message && (message.kind === 'snapshot' || message.kind === 'delta');

const whole = (state: LiveState): LiveFolded => ({ state, gap: false });

/** Returns the state after a message of the live connection, and whether messages are missing. */
export function foldLive(state: LiveState, message: FromRoom): LiveFolded {
  if (!('kind' in message)) return whole({ ...state, isResultReady: true });
  if (message.kind === 'listChanged') return whole({ ...state, listChanges: state.listChanges + 1 });
  if (message.kind === 'time') return whole(state);
  if (!state.room) {
    // A delta cannot be applied before the first snapshot.
    return message.kind === 'snapshot' ? whole(withRoom(state, roomOf(message))) : { state, gap: true };
  }
  const { room, gap } = foldRoom(state.room, message);
  if (message.kind === 'snapshot' && message.isOtherHistory) return whole(replaced(state, state.room, room));
  return { state: withRoom(state, room), gap };
}

/** The state with the room of another history. If the request was answered twice, the first comparison stays. */
function replaced(state: LiveState, before: Room, room: Room): LiveState {
  const wentBack = compareRooms(before, room);
  const isNew = !state.wentBack || wentBack.lost.length > 0;
  return { ...state, room, isResultReady: room.times.isClosed, wentBack: isNew ? wentBack : state.wentBack };
}

function compareRooms(before: Room, now: Room): WentBack {
  const isLost = (bid: RoomBid): boolean => {
    const kept = now.bids.get(bid.bidId);
    return !kept || kept.seq < bid.seq || (kept.seq === bid.seq && kept.updatedTime !== bid.updatedTime);
  };
  const lost = [...before.bids.values()].filter(isLost);
  const firstLost = Math.min(...lost.map(({ seq }) => seq));
  const kept = [...before.bids.values(), ...now.bids.values()].filter(({ seq }) => seq < firstLost);
  const times = kept.map(({ updatedTime }) => updatedTime).toSorted();
  return { to: lost.length > 0 ? (times.at(-1) ?? null) : null, lost };
}

const withRoom = (state: LiveState, room: Room): LiveState => ({
  ...state,
  room,
  isResultReady: state.isResultReady || room.times.isClosed,
});

/**
 * Merges bids from an HTTP response, which can arrive before the room's own message. Newer bids win; the version stays
 * the same.
 */
export const foldAnsweredBids = (state: LiveState, bids: readonly RoomBid[]): LiveState =>
  state.room ? { ...state, room: { ...state.room, bids: mergeBids(state.room.bids, bids) } } : state;
