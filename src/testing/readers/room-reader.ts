import WebSocket from 'ws';
import { foldRoom, roomOf, syncOf, type Room } from '#contract/bidding/fold-room.ts';
import { HUB_SUBPROTOCOL, type FromRoom } from '#contract/bidding/room.ts';

export type RoomReader = {
  room(): Room | undefined;
  /** Returns the number of gaps that the reader found. After each gap it requested the missing part. */
  gaps(): number;
  /** Resolves when the reader has this version or a later one. */
  reached(version: number): Promise<Room>;
  /** Resolves when the server has announced the result. */
  ended(): Promise<void>;
  /** Returns how often the server has announced the result. */
  results(): number;
  /** Resolves when the connection is closed. */
  readonly closed: Promise<unknown>;
  close(): void;
};

type Frame = { type: string; event?: string; data?: unknown; success?: boolean };

const ASK_AGAIN_MS = 250;

/**
 * Reads one room like a browser. It applies messages with the contract's reducer. After a gap, it requests the missing
 * part. A reader that reconnects passes the room that it already has as `known`.
 */
export async function readRoom(hub: { url: string; accessToken: string }, known?: Room): Promise<RoomReader> {
  const socket = new WebSocket(addressOf(hub), HUB_SUBPROTOCOL);
  let room = known;
  let gaps = 0;
  let results = 0;
  const waiting = createWaiting();
  const result = Promise.withResolvers<void>();
  const gone = Promise.withResolvers<unknown>();
  socket.on('close', gone.resolve);

  let ackId = 0;
  const sync = (): void => {
    if (socket.readyState !== WebSocket.OPEN) return;
    socket.send(
      JSON.stringify({ type: 'event', event: 'sync', dataType: 'json', data: syncOf(room), ackId: (ackId += 1) }),
    );
  };
  const take = (message: FromRoom): void => {
    if ('event' in message && message.event === 'AuctionResult') {
      results += 1;
      result.resolve();
    }
    if (!('kind' in message) || (message.kind !== 'snapshot' && message.kind !== 'delta')) return;
    if (!room && message.kind === 'delta') return;
    const folded = room
      ? foldRoom(room, message)
      : { room: roomOf(message as Extract<FromRoom, { kind: 'snapshot' }>), gap: false };
    room = folded.room;
    if (folded.gap) {
      gaps += 1;
      sync();
    }
    waiting.tell(room);
  };

  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject);
    void gone.promise.then(() => reject(new Error('closed before it was greeted')));
    socket.on('message', (data: Buffer) => {
      const frame = JSON.parse(data.toString()) as Frame;
      if (frame.type === 'system' && frame.event === 'connected') {
        sync();
        resolve();
      }
      if (frame.type === 'message') take(frame.data as FromRoom);
      // The request failed, perhaps because the database was unavailable. So it is sent again.
      if (frame.type === 'ack' && frame.success === false) setTimeout(sync, ASK_AGAIN_MS);
    });
  });
  return {
    room: () => room,
    gaps: () => gaps,
    reached: (version) => (room && room.version >= version ? Promise.resolve(room) : waiting.until(version)),
    ended: () => result.promise,
    results: () => results,
    closed: gone.promise,
    close: () => socket.terminate(),
  };
}

/** Creates the list of callers that wait for a version of the room. */
function createWaiting() {
  let waiting: { version: number; resolve: (room: Room) => void }[] = [];
  return {
    until: (version: number): Promise<Room> =>
      new Promise((resolve) => {
        waiting.push({ version, resolve });
      }),
    tell(reached: Room): void {
      waiting = waiting.filter(({ version, resolve }) => (reached.version >= version ? resolve(reached) : true));
    },
  };
}

function addressOf(hub: { url: string; accessToken: string }): URL {
  const url = new URL(hub.url);
  url.searchParams.set('access_token', hub.accessToken);
  return url;
}
