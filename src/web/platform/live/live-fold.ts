import type { RoomBid } from '#contract/bidding/bidding.ts';
import { foldRoom, mergeBids, roomOf, type Room } from '#contract/bidding/fold-room.ts';
import type { FromRoom } from '#contract/bidding/room.ts';

/** What a page knows from its live connection, as a pure fold over the messages. */
export type LiveState = {
  /** Undefined until the first snapshot. */
  readonly room: Room | undefined;
  /** The result stands: ask for it over HTTP. */
  readonly isResultReady: boolean;
  /** Grows whenever lists of auctions changed. */
  readonly listChanges: number;
  /** How often the connection stood up. */
  readonly connections: number;
};

export const EMPTY_LIVE: LiveState = { room: undefined, isResultReady: false, listChanges: 0, connections: 0 };

/** `gap`: something was missed, ask for what is missing with `sync`. */
type LiveFolded = { readonly state: LiveState; readonly gap: boolean };

/** Does a message tell of a room's bids, so that it may leave a gap or close one? */
export const isOfRoom = (message: FromRoom): boolean =>
  'kind' in message && (message.kind === 'snapshot' || message.kind === 'delta');

const whole = (state: LiveState): LiveFolded => ({ state, gap: false });

export function foldLive(state: LiveState, message: FromRoom): LiveFolded {
  if (!('kind' in message)) return whole({ ...state, isResultReady: true });
  if (message.kind === 'listChanged') return whole({ ...state, listChanges: state.listChanges + 1 });
  if (message.kind === 'time') return whole(state);
  if (!state.room) {
    // A delta before the first snapshot can't be placed anywhere.
    return message.kind === 'snapshot' ? whole(withRoom(state, roomOf(message))) : { state, gap: true };
  }
  const { room, gap } = foldRoom(state.room, message);
  return { state: withRoom(state, room), gap };
}

const withRoom = (state: LiveState, room: Room): LiveState => ({
  ...state,
  room,
  isResultReady: state.isResultReady || room.times.isClosed,
});

/** Takes in bids that an HTTP answer brought before the room's own message: newer ones win, the version stays. */
export const foldAnsweredBids = (state: LiveState, bids: readonly RoomBid[]): LiveState =>
  state.room ? { ...state, room: { ...state.room, bids: mergeBids(state.room.bids, bids) } } : state;
