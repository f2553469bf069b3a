import type { GreenlotClient } from './client.ts';
import { GreenlotError } from './errors.ts';
import { getRoomTokenAsAdmin, getRoomTokenAsUser } from './generated/sdk.gen.ts';
import { pause } from './pause.ts';
import { foldRoom, type Room } from './room-state.ts';
import { openRoomSocket, type RoomFrame, type RoomSocket, type SocketClass } from './room-socket.ts';

export type FollowOptions = {
  readonly client: GreenlotClient;
  readonly auctionId: string;
  /** Administrators see all bids with the names of companies. The default is `user`. */
  readonly as?: 'user' | 'admin';
  /** A room from before, to continue from. */
  readonly known?: Room;
  /** Ends the iteration when it is aborted. */
  readonly signal?: AbortSignal;
  /** The class of sockets. Node 20 has none, so give the class of the package `ws` there. */
  readonly WebSocket?: SocketClass;
};

/** The room after a change. */
export type RoomUpdate = {
  readonly room: Room;
  /** Whether the auction is closed, so that its result can be read. This is the last update. */
  readonly isClosed: boolean;
};

/** The longest wait before connecting again, in ms, and the shortest one. It doubles with each failure. */
const DELAY_MS_MAX = 30_000;
const DELAY_MS = 500;
/** A failed `sync` is sent again after this time, in ms. */
const SYNC_AGAIN_MS = 250;

/**
 * Follows the live room of an auction. Yields the room, first as it is now, and again after each change, until the
 * auction is closed. Connects again after a lost connection, and requests what was missed. The loop may read slower than
 * the room changes.
 *
 * @throws GreenlotError if the caller may not or no longer follow the room
 */
export async function* followRoom(options: FollowOptions): AsyncGenerator<RoomUpdate, void, undefined> {
  const { signal } = options;
  let { known: room } = options;
  if (room?.times.isClosed) return yield { room, isClosed: true };
  for (let failures = 0; !signal?.aborted; failures += 1) {
    const socket = await connect(options);
    const stop = (): void => socket?.stop();
    signal?.addEventListener('abort', stop, { once: true });
    try {
      for await (const update of socket ? updatesOf(socket, room) : []) {
        if (signal?.aborted) return;
        failures = 0;
        ({ room } = update);
        yield update;
        if (update.isClosed) return;
      }
    } finally {
      signal?.removeEventListener('abort', stop);
      stop();
    }
    await pause(Math.random() * Math.min(DELAY_MS * 2 ** failures, DELAY_MS_MAX), signal).catch(() => undefined);
  }
}

/**
 * Opens a connection with a new token, because a token opens only one. Returns undefined if the server cannot be reached
 * now. @throws GreenlotError if the server refuses the token
 */
async function connect({ client, auctionId, as, signal, WebSocket: own }: FollowOptions) {
  const Socket = own ?? globalThis.WebSocket;
  if (Socket === undefined) throw new TypeError('there is no WebSocket; give its class as `WebSocket`');
  const issueToken = as === 'admin' ? getRoomTokenAsAdmin : getRoomTokenAsUser;
  try {
    const token = await issueToken({ client, path: { id: auctionId }, signal: signal ?? null });
    const url = new URL(token.url, client.getConfig().baseUrl);
    url.protocol = url.protocol.replace('http', 'ws');
    url.searchParams.set('access_token', token.accessToken);
    return signal?.aborted ? undefined : openRoomSocket(Socket, url.href);
  } catch (error) {
    if (!isPassing(error) && !signal?.aborted) throw error;
    return undefined;
  }
}

/** Whether a later attempt can succeed: the network failed, or the server cannot answer now. */
const isPassing = (error: unknown): boolean =>
  error instanceof GreenlotError ? error.status === 429 || error.status >= 500 : error instanceof TypeError;

/** Yields the room after each change, for as long as the connection lasts. */
async function* updatesOf(socket: RoomSocket, known: Room | undefined): AsyncGenerator<RoomUpdate, void, undefined> {
  let room = known;
  let syncs = 0;
  const sync = (): void => {
    const data = room ? { version: room.version, epoch: room.epoch } : { version: 0 };
    socket.send({ type: 'event', event: 'sync', dataType: 'json', data, ackId: (syncs += 1) });
  };
  for await (const frame of socket.frames) {
    if (frame.type === 'system') sync();
    if (frame.type === 'ack' && !frame.success) setTimeout(sync, SYNC_AGAIN_MS);
    const message = changeIn(frame);
    if (message === undefined) continue;
    const { room: folded, hasGap } = foldRoom(room, message);
    if (hasGap) sync();
    const isChanged = folded !== room;
    room = folded;
    if (room && isChanged) yield { room, isClosed: room.times.isClosed };
  }
}

/** Returns the snapshot or the delta in a message. */
function changeIn(frame: RoomFrame) {
  if (frame.type !== 'message' || !('kind' in frame.data)) return undefined;
  return frame.data.kind === 'snapshot' || frame.data.kind === 'delta' ? frame.data : undefined;
}
