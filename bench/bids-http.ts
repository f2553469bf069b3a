import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { placeBid, type PlacedBids } from '#contract/bidding.ts';
import { API_BASE } from '#server/platform/config.ts';
import { openDatabase, type Database } from '#server/platform/database.ts';
import { migrate } from '#server/platform/migrate.ts';
import { startPostgres } from '#testing/postgres.ts';
import { figure, median, quantile, type Figure } from './figure.ts';
import type { HttpServerReady, HttpServerTask } from './http-server.ts';
import { ANCHOR_CONNECTIONS } from './row-lock.ts';

const REPEATS = 3;
const SECONDS = 4;
const BIDDERS = 200;

type Run = { readonly perSecond: number; readonly p99Ms: number };

/** Durable bids through HTTP, with sign-in, JSON and schema checks; the load comes from this process. */
export async function* measureBidsHttp(): AsyncGenerator<Figure> {
  const postgres = await startPostgres();
  const databaseUrl = postgres.url('postgres');
  const database = await openDatabase({ url: databaseUrl });
  await migrate(database);
  await database.exec(await readFile(new URL('row-lock.sql', import.meta.url), 'utf8'));
  const ours: Run[] = [];
  const anchor: Run[] = [];
  for (let i = 0; i < REPEATS; i += 1) {
    ours.push(await run(database, { databaseUrl, behind: 'rooms', bidders: BIDDERS }));
    anchor.push(await run(database, { databaseUrl, behind: 'row-lock', bidders: BIDDERS }));
  }
  const anchorName = `the same route with a row lock per bid, ${ANCHOR_CONNECTIONS} connections`;
  const of = (pick: (figures: Run) => number) => ({ ours: median(ours.map(pick)), anchor: median(anchor.map(pick)) });
  const name = `bids over HTTP at ${BIDDERS} bidders`;
  const rates = of(({ perSecond }) => perSecond);
  yield figure(name, 'durable bids/s', anchorName, rates);
  yield figure(`${name}, p99`, 'ms', anchorName, { ...of(({ p99Ms }) => p99Ms), isLessBetter: true });
  await database.close();
  await postgres.stop();
}

async function run({ db }: Database, task: HttpServerTask): Promise<Run> {
  const server = fork(new URL('http-server.ts', import.meta.url));
  server.send(task);
  const [ready] = (await once(server, 'message')) as [HttpServerReady];
  const path = API_BASE + placeBid.path.replace('{id}', ready.auctionId);
  const tookMs: number[] = [];
  let price = 10;
  const startedAt = performance.now();
  const until = startedAt + SECONDS * 1_000;
  await Promise.all(
    ready.tokens.map(async (token) => {
      const line = openLine(ready.port, path, token);
      let bidId: string | undefined;
      while (performance.now() < until) {
        price = Math.round(price * 10 + 1) / 10;
        const offer = { auctionItemId: ready.itemId, price, quantity: 10, bidderPartialFulfillment: true };
        const askedAt = performance.now();
        const { bids } = await line.post({ ...offer, ...(bidId && { bidId }) });
        tookMs.push(performance.now() - askedAt);
        bidId = bids[0]?.bidId;
      }
      line.close();
    }),
  );
  const seconds = (performance.now() - startedAt) / 1_000;
  const stored = await db
    .selectFrom('bid_history')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('auction_id', '=', ready.auctionId)
    .where('bid_id', 'is not', null)
    .executeTakeFirstOrThrow();
  if (Number(stored.count) !== tookMs.length) throw new Error(`${tookMs.length} acknowledged, ${stored.count} stored`);
  server.disconnect();
  await once(server, 'exit');
  return { perSecond: tookMs.length / seconds, p99Ms: quantile(tookMs, 0.99) };
}

/**
 * One bidder's connection, kept open, with one request at a time: as little of a client as HTTP allows, since it shares
 * the processors with what is measured.
 */
function openLine(port: number, path: string, token: string) {
  const socket = connect(port, '127.0.0.1').setNoDelay(true);
  const head = `POST ${path} HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\n`;
  let text = '';
  let ends: PromiseWithResolvers<PlacedBids> | undefined;
  socket.setEncoding('latin1');
  socket.on('data', (data: string) => {
    text += data;
    const start = text.indexOf('\r\n\r\n') + 4;
    const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? Number.NaN);
    if (start < 4 || !(text.length >= start + length)) return;
    const { code, data: placed } = JSON.parse(text.slice(start)) as { code: string; data: PlacedBids };
    text = '';
    if (code === 'Success') ends?.resolve(placed);
    else ends?.reject(new Error(code));
  });
  socket.on('error', (error) => ends?.reject(error));
  return {
    post(body: object): Promise<PlacedBids> {
      const content = JSON.stringify(body);
      ends = Promise.withResolvers();
      socket.write(`${head}idempotency-key: ${randomUUID()}\r\ncontent-length: ${content.length}\r\n\r\n${content}`);
      return ends.promise;
    },
    close: () => socket.destroy(),
  };
}
