import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import { HUB_PATH, HUB_SUBPROTOCOL } from '#contract/bidding/room.ts';
import { openDatabase, type Database } from '#server/platform/database/database.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { groupMessage } from '#server/platform/hub/frame.ts';
import { createHub } from '#server/platform/hub/hub.ts';
import { temporaryFolder } from '#testing/world/temporary-folder.ts';
import type { ReadersReport, ReadersTask } from './fanout-readers.ts';
import { figure, median, quantile, type Figure, type Length } from './figure.ts';

/** Number of messages that are sent before the measurement starts. */
const WARM_UP = 20;
const DELIVERIES_A_SECOND = 50_000;
const ROOM = 'room';

/**
 * Measures message deliveries per second in one room. Each message is sent only after every reader has received the
 * previous one.
 */
export async function* measureFanout(
  { repeats, seconds }: Length,
  rooms: readonly number[] = [1_000, 5_000],
): AsyncGenerator<Figure> {
  const folder = await temporaryFolder('fanout');
  const database = await openDatabase({ folder: folder.path });
  await migrate(database);
  for (const sockets of rooms) {
    const ours: Run[] = [];
    const anchor: Run[] = [];
    for (let i = 0; i < repeats; i += 1) {
      ours.push(await run(await openHub(database, sockets), seconds));
      anchor.push(await run(await openBareLoop(sockets), seconds));
    }
    const anchorName = 'a bare ws loop that writes one prepared frame';
    const of = (pick: (figures: Run) => number) => ({ ours: median(ours.map(pick)), anchor: median(anchor.map(pick)) });
    yield figure(
      `fan-out to ${sockets} sockets`,
      'deliveries/s',
      anchorName,
      of(({ perSecond }) => perSecond),
    );
    const delays = of(({ p99Ms }) => p99Ms);
    yield figure(`fan-out to ${sockets} sockets, p99`, 'ms', anchorName, { ...delays, isLessBetter: true });
  }
  await database.close();
  await folder.remove();
}

/** Returns a message of about 300 bytes, the size of a delta with one bid. */
const message = () => ({
  sentAtMs: performance.timeOrigin + performance.now(),
  bid: 'x'.repeat(160),
  event: 'LiveAuctions',
  kind: 'delta',
  from: 1,
  version: 2,
});

type Sending = { readonly urls: readonly string[]; send(): void; close(): Promise<void> };
type Run = { readonly perSecond: number; readonly p99Ms: number };

async function openHub({ db }: Database, sockets: number): Promise<Sending> {
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
    async close() {
      await hub.close();
      server.close();
    },
  };
}

async function openBareLoop(sockets: number): Promise<Sending> {
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
    async close() {
      for (const client of bare.clients) client.terminate();
      server.close();
    },
  };
}

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `ws://127.0.0.1:${(server.address() as AddressInfo).port}${HUB_PATH}`;
}

async function run({ urls, send, close }: Sending, forSeconds: number): Promise<Run> {
  const readers = fork(new URL('fanout-readers.ts', import.meta.url));
  const nextReport = async (): Promise<ReadersReport> => {
    const [report] = (await once(readers, 'message')) as [ReadersReport];
    return report;
  };
  const task: ReadersTask = { urls, subprotocol: HUB_SUBPROTOCOL };
  readers.send(task);
  await nextReport();
  const delaysMs: number[] = [];
  const rounds = Math.ceil((DELIVERIES_A_SECOND * forSeconds) / urls.length);
  let startedAt = performance.now();
  for (let round = -WARM_UP; round < rounds; round += 1) {
    if (round === 0) startedAt = performance.now();
    const reported = nextReport();
    send();
    const delays = await reported;
    if (round >= 0 && delays !== 'ready') for (const delay of delays) delaysMs.push(delay);
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  readers.disconnect();
  await once(readers, 'exit');
  await close();
  return { perSecond: delaysMs.length / seconds, p99Ms: quantile(delaysMs, 0.99) };
}
