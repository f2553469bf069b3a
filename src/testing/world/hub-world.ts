import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect as connectTcp, createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { vi } from 'vitest';
import { WebSocket, type ClientOptions } from 'ws';
import { HUB_PATH, HUB_SUBPROTOCOL } from '#contract/bidding/room.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { HubClaims } from '#server/platform/hub/claims.ts';
import { createHub, type Hub, type HubOptions } from '#server/platform/hub/hub.ts';
import { RELIABLE_SUBPROTOCOL } from '#server/platform/hub/upgrade.ts';

export const PLAIN = HUB_SUBPROTOCOL;
export const RELIABLE = RELIABLE_SUBPROTOCOL;

export const claimsOf = (userId: string, groups: string[] = ['room']): HubClaims => ({
  userId,
  sessionId: `session of ${userId}`,
  groups,
  data: { purpose: userId },
});

export type TestHub = {
  readonly hub: Hub;
  readonly port: number;
  readonly errors: unknown[];
  /** Returns the address for a standard client, including a new token. */
  accessUrl(claims: HubClaims, port?: number): Promise<string>;
  close(): Promise<void>;
};

/** Starts a hub behind a real HTTP server on a free port. */
export async function openTestHub(db: Db, options: Partial<HubOptions> = {}): Promise<TestHub> {
  const errors: unknown[] = [];
  const hub = createHub({
    db,
    path: HUB_PATH,
    origins: [],
    onEvent: async (_claims, event, data) => ({ event, data }),
    failed: (error) => errors.push(error),
    ...options,
  });
  const server: Server = createServer((_request, response) => response.writeHead(404).end());
  hub.attach(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    hub,
    port,
    errors,
    async accessUrl(claims, through = port) {
      const { accessToken } = await hub.issueToken(claims);
      return `ws://127.0.0.1:${through}${HUB_PATH}?access_token=${accessToken}`;
    },
    async close() {
      await hub.close();
      server.close();
      await once(server, 'close');
    },
  };
}

/**
 * Waits until a condition is true. Tests call this function for events on the other side that send no message. The time
 * limit is long, because the machine may be busy.
 */
export const until = (isSo: () => boolean): Promise<unknown> => vi.waitUntil(isSo, { timeout: 30_000, interval: 2 });

export type Frame = { readonly type: string; readonly [name: string]: unknown };
export type RawClient = {
  readonly socket: WebSocket;
  /** The stream below `socket`. Tests use it to send frames that `socket` refuses to send. */
  readonly stream: Duplex;
  readonly closed: Promise<{ code: number; reason: string }>;
  send(message: object): void;
  /** Returns the next frame, in the order of arrival. Each frame is returned once. */
  next(): Promise<Frame>;
};

/** Connects a client that does nothing automatically. If the server rejects the connection, throws the HTTP status. */
export async function connectRaw(url: string, subprotocol?: string, options: ClientOptions = {}): Promise<RawClient> {
  const socket = new WebSocket(url, subprotocol ? [subprotocol] : [], options);
  const frames: Frame[] = [];
  const waiting: ((frame: Frame) => void)[] = [];
  socket.on('message', (data) => {
    const frame = JSON.parse((data as Buffer).toString()) as Frame;
    const take = waiting.shift();
    if (take) take(frame);
    else frames.push(frame);
  });
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.on('close', (code, reason) => resolve({ code, reason: reason.toString() }));
  });
  const stream = await new Promise<Duplex>((resolve, reject) => {
    socket.on('upgrade', ({ socket: line }) => socket.on('open', () => resolve(line)));
    socket.on('unexpected-response', (_request, response) => {
      reject(new Error(`HTTP ${response.statusCode}`));
      socket.terminate();
    });
    socket.on('error', reject);
  });
  return {
    socket,
    stream,
    closed,
    send: (message) => socket.send(JSON.stringify(message)),
    next: async () => frames.shift() ?? new Promise((resolve) => waiting.push(resolve)),
  };
}

export type Wire = {
  readonly port: number;
  /** Breaks all connections. New connections wait until `restore` is called. */
  cut(): void;
  restore(): void;
  close(): Promise<void>;
};

/** Opens a forwarding port between clients and the hub. Tests can cut its connections. */
export async function openWire(port: number): Promise<Wire> {
  const ends = new Set<Socket>();
  let waiting: Socket[] | undefined;
  const hold = (from: Socket, to: Socket): void => {
    ends.add(from);
    from.on('error', () => undefined);
    from.on('close', () => {
      ends.delete(from);
      to.destroy();
    });
    from.pipe(to);
  };
  const lead = (near: Socket): void => {
    const far = connectTcp(port, '127.0.0.1');
    hold(near, far);
    hold(far, near);
  };
  const wire = createTcpServer((near) => (waiting ? waiting.push(near) : lead(near)));
  wire.listen(0, '127.0.0.1');
  await once(wire, 'listening');
  const cut = () => {
    waiting = [];
    ends.forEach((end) => end.resetAndDestroy());
  };
  return {
    port: (wire.address() as AddressInfo).port,
    cut,
    restore() {
      waiting?.forEach(lead);
      waiting = undefined;
    },
    async close() {
      cut();
      wire.close();
      await once(wire, 'close');
    },
  };
}
