import type { RoomBid } from '#contract/bidding/bidding.ts';
import { syncOf } from '#contract/bidding/fold-room.ts';
import {
  getRoomTokenAsAdmin,
  getRoomTokenAsUser,
  type FromRoom,
  type ReportedHeads,
  type RoomDelta,
  type RoomSnapshot,
} from '#contract/bidding/room.ts';
import { api } from '#web/platform/calls/api.ts';
import { createRepeatedRequest } from '#web/platform/calls/repeated-request.ts';
import { hintClock } from '#web/platform/clock/clock.ts';
import { Hub, type Connection } from '#web/platform/live/hub.ts';
import { EMPTY_LIVE, foldAnsweredBids, foldLive, isOfRoom, type LiveState } from '#web/platform/live/live-fold.ts';
import type { Role } from '#web/platform/session/session.ts';
import { createStore, type Store } from '#web/platform/storage/store.ts';

/** The live connection of one page. `useStore` reads the stores; a selector limits the read to a part of a store. */
export type Live = {
  readonly state: Store<LiveState>;
  readonly connection: Store<Connection>;
  /** The last message with the room's bids, for the watch of the history. */
  readonly roomMessage: Store<RoomSnapshot | RoomDelta | undefined>;
  /** Asks for the proof that the history continues line `seen`. */
  askProof(seen: number): void;
  /** Reports two signed heads that do not belong to one history. */
  report(report: ReportedHeads): void;
  /** Opens the connection. Returns a function that closes it. */
  open(): () => void;
  /** Merges bids from an HTTP response. The page shows them before the room's own message arrives. */
  takeAnswered(bids: readonly RoomBid[]): void;
};

/** Creates the live connection of a page. `token` is called before every attempt to connect. */
export function createLive(token: () => Promise<{ url: string; accessToken: string }>, isRoom: boolean): Live {
  const state = createStore<LiveState>(EMPTY_LIVE);
  const roomMessage = createStore<RoomSnapshot | RoomDelta | undefined>(undefined);
  const asking = createRepeatedRequest(() => hub.send('sync', syncOf(state.get().room)));
  const onMessage = (message: FromRoom) => {
    if ('now' in message) hintClock(message.now);
    const folded = foldLive(state.get(), message);
    state.set(folded.state);
    if (!isOfRoom(message)) return;
    asking.onRoomMessage(folded.gap);
    roomMessage.set(message);
  };
  const onConnected = () => {
    if (isRoom) asking.ask();
    // A list may have changed while the page was not connected.
    else {
      const { listChanges, connections, ...rest } = state.get();
      state.set({ ...rest, listChanges: listChanges + 1, connections: connections + 1 });
    }
  };
  const hub = new Hub({ token, onConnected, onMessage });
  return {
    state,
    connection: hub.connection,
    roomMessage,
    askProof: (seen) => hub.send('sync', { ...syncOf(state.get().room), seen }),
    report: (report) => hub.send('report', report),
    open() {
      const close = hub.open();
      return () => {
        asking.stop();
        close();
      };
    },
    takeAnswered: (bids) => state.set(foldAnsweredBids(state.get(), bids)),
  };
}

/** Connects to the live room of an auction. */
export const createRoomLive = (role: Role, id: string): Live =>
  createLive(() => api(role === 'admin' ? getRoomTokenAsAdmin : getRoomTokenAsUser, { params: { id } }), true);
