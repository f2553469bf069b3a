import WebSocket from 'ws';
import { foldRoom, roomOf, type Room } from '#contract/bidding/fold-room.ts';
import { HUB_SUBPROTOCOL, type FromRoom } from '#contract/bidding/room.ts';

export type RoomReader = {
  room(): Room | undefined;
  /** Number of gaps that it found and asked about. */
  gaps(): number;
  /** Resolves once the reader has this version or a later one. */
  reached(version: number): Promise<Room>;
  /** Resolves once the result was announced. */
  ended(): Promise<void>;
  /** Number of announcements of the result. */
  results(): number;
  /** Resolves when the connection is closed. */
  readonly closed: Promise<unknown>;
  close(): void;
};

type Frame = { type: string; event?: string; data?: unknown; success?: boolean };

const ASK_AGAIN_MS = 250;

/**
 * Reads one room like a browser: applies messages with the contract's reducer, and asks again after a gap. A reader
 * that reconnects passes the room that it knows.
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
    const data = { version: room?.version ?? 0 };
    socket.send(JSON.stringify({ type: 'event', event: 'sync', dataType: 'json', data, ackId: (ackId += 1) }));
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
      // The database may have been unavailable at that moment.
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
