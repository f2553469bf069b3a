import type {
  RoomFrameAck,
  RoomFrameConnected,
  RoomFrameDelta,
  RoomFrameListChanged,
  RoomFramePong,
  RoomFrameResult,
  RoomFrameSnapshot,
  RoomFrameTimeAnswer,
} from './generated/types.gen.ts';

/** A message of the server. */
export type RoomFrame =
  | RoomFrameAck
  | RoomFrameConnected
  | RoomFrameDelta
  | RoomFrameListChanged
  | RoomFramePong
  | RoomFrameResult
  | RoomFrameSnapshot
  | RoomFrameTimeAnswer;

/** The part of a WebSocket that the client uses. Browsers, Node 22 and the package `ws` have it. */
export type SocketLike = {
  readonly readyState: number;
  send(data: string): void;
  close(): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  addEventListener(type: 'close' | 'error', listener: (event: object) => void): void;
};
export type SocketClass = new (url: string, protocol: string) => SocketLike;

/** One connection. It ends when the socket closes, when `stop` is called, and when the server stays silent. */
export type RoomSocket = {
  readonly frames: AsyncIterable<RoomFrame>;
  send(message: object): void;
  stop(): void;
};

const PROTOCOL = 'json.webpubsub.azure.v1';
const OPEN = 1;
/** The interval of pings, and the longest silence before the connection counts as broken, in ms. */
const PING_MS = 10_000;
const SILENCE_MS_MAX = 25_000;

export function openRoomSocket(Socket: SocketClass, url: string): RoomSocket {
  const socket = new Socket(url, PROTOCOL);
  const received: RoomFrame[] = [];
  let isEnded = false;
  let heardAtMs = Date.now();
  let wake = (): void => undefined;
  const send = (message: object): void => {
    if (socket.readyState === OPEN) socket.send(JSON.stringify(message));
  };
  const stop = (): void => {
    isEnded = true;
    clearInterval(pings);
    wake();
    socket.close();
  };
  const pings = setInterval(() => {
    if (Date.now() - heardAtMs > SILENCE_MS_MAX) stop();
    else send({ type: 'ping' });
  }, PING_MS);
  socket.addEventListener('message', ({ data }) => {
    heardAtMs = Date.now();
    received.push(JSON.parse(String(data)) as RoomFrame);
    wake();
  });
  socket.addEventListener('close', stop);
  // A failed connection also sends `close`. Without a listener, the package `ws` throws the error.
  socket.addEventListener('error', () => undefined);

  async function* frames(): AsyncGenerator<RoomFrame, void, undefined> {
    while (!isEnded || received.length > 0) {
      const frame = received.shift();
      if (frame) yield frame;
      else
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
  }
  return { frames: frames(), send, stop };
}
