import WebSocket from 'ws';
import { foldRoom, roomOf, type Room } from '#contract/fold-room.ts';
import { HUB_SUBPROTOCOL, type FromRoom } from '#contract/room.ts';

export type RoomReader = {
  room(): Room | undefined;
  /** How often a gap was met and asked about. */
  gaps(): number;
  /** Resolves once the reader is at this version or beyond it. */
  reached(version: number): Promise<Room>;
  /** The result was announced. */
  ended(): Promise<void>;
  close(): void;
};

/** A reader of one room, as the browser is one: folds what it hears with the contract's reducer and asks on a gap. */
export async function readRoom(hub: { url: string; accessToken: string }): Promise<RoomReader> {
  const url = new URL(hub.url);
  url.searchParams.set('access_token', hub.accessToken);
  const socket = new WebSocket(url, HUB_SUBPROTOCOL);
  let room: Room | undefined;
  let gaps = 0;
  let waiting: { version: number; resolve: (room: Room) => void }[] = [];
  const result = Promise.withResolvers<void>();

  const sync = (): void =>
    socket.send(
      JSON.stringify({ type: 'event', event: 'sync', dataType: 'json', data: { version: room?.version ?? 0 } }),
    );
  const take = (message: FromRoom): void => {
    if ('event' in message && message.event === 'AuctionResult') result.resolve();
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
    const reached = room;
    waiting = waiting.filter(({ version, resolve }) => (reached.version >= version ? resolve(reached) : true));
  };

  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject);
    socket.on('message', (data: Buffer) => {
      const frame = JSON.parse(data.toString()) as { type: string; event?: string; data?: unknown };
      if (frame.type === 'system' && frame.event === 'connected') {
        sync();
        resolve();
      }
      if (frame.type === 'message') take(frame.data as FromRoom);
    });
  });
  return {
    room: () => room,
    gaps: () => gaps,
    reached: (version) =>
      room && room.version >= version
        ? Promise.resolve(room)
        : new Promise((resolve) => {
            waiting.push({ version, resolve });
          }),
    ended: () => result.promise,
    close: () => socket.terminate(),
  };
}
