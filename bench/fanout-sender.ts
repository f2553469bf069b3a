import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import { HUB_PATH } from '#contract/bidding/room.ts';
import { openDatabase } from '#server/platform/database/database.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { groupMessage } from '#server/platform/hub/frame.ts';
import { createHub } from '#server/platform/hub/hub.ts';
import { temporaryFolder } from '#testing/world/temporary-folder.ts';

/**
 * A task for this process: it opens our hub, or the bare loop that is the anchor, and reports an address for each
 * socket. Later messages make it send one message to all sockets.
 */
export type SenderTask = { readonly kind: 'hub' | 'bare'; readonly sockets: number };

const ROOM = 'room';

/** Returns a message of about 300 bytes, the size of a delta with one bid. */
const message = () => ({
  sentAtMs: performance.timeOrigin + performance.now(),
  bid: 'x'.repeat(160),
  event: 'LiveAuctions',
  kind: 'delta',
  from: 1,
  version: 2,
});

type Opened = { readonly urls: readonly string[]; send(): void; end(): Promise<void> };

async function openHub(sockets: number): Promise<Opened> {
  const folder = await temporaryFolder('fanout');
  const database = await openDatabase({ folder: folder.path });
  await migrate(database);
  const { db } = database;
  const failed = (error: unknown): void => console.error(error);
  const hub = createHub({ db, path: HUB_PATH, origins: [], onEvent: async () => undefined, failed });
  const server = createServer();
  hub.attach(server);
  const address = await listen(server);
  const urls: string[] = [];
  for (let i = 0; i < sockets; i += 1) {
    const claims = { userId: `reader ${i}`, sessionId: 'one', groups: [ROOM], data: null };
    urls.push(`${address}?access_token=${(await hub.issueToken(claims)).accessToken}`);
  }
  return {
    urls,
    send: () => hub.broadcast(ROOM, message()),
    async end() {
      await database.close();
      await folder.remove();
    },
  };
}

async function openBareLoop(sockets: number): Promise<Opened> {
  const server = createServer();
  const bare = new WebSocketServer({ server, perMessageDeflate: false });
  const lines: { write(frame: Buffer): void }[] = [];
  bare.on('connection', (_socket, request) => lines.push(request.socket));
  const address = await listen(server);
  return {
    urls: Array.from({ length: sockets }, () => address),
    send() {
      const { frame } = groupMessage(ROOM, message());
      for (const line of lines) line.write(frame);
    },
    end: async () => undefined,
  };
}

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `ws://127.0.0.1:${(server.address() as AddressInfo).port}${HUB_PATH}`;
}

const [{ kind, sockets }] = (await once(process, 'message')) as [SenderTask];
const { urls, send, end } = kind === 'hub' ? await openHub(sockets) : await openBareLoop(sockets);
process.on('message', send);
process.on('disconnect', () => void end().then(() => process.exit()));
process.send?.(urls);
