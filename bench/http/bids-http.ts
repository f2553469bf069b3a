import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { placeBid, type PlacedBids } from '#contract/bidding/bidding.ts';
import { API_BASE } from '#server/platform/config/config.ts';
import { openDatabase, type Database } from '#server/platform/database/database.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { startPostgres } from '#testing/world/postgres.ts';
import { figure, median, quantile, type Figure, type Length } from '../figure.ts';
import type { HttpServerReady, HttpServerTask } from './http-server.ts';
import { openLine } from './http-line.ts';
import { processorMsOf } from '../processor-time.ts';
import { ANCHOR_CONNECTIONS } from '../row-lock.ts';

const BIDDERS = 200;

type Run = { readonly perSecond: number; readonly p99Ms: number; readonly processorUs: number };

/** Measures durable bids over HTTP, with sign-in, JSON and schema checks. This process creates the load. */
export async function* measureBidsHttp({ repeats, seconds }: Length): AsyncGenerator<Figure> {
  const postgres = await startPostgres();
  const databaseUrl = postgres.url('postgres');
  const database = await openDatabase({ url: databaseUrl });
  await migrate(database);
  await database.exec(await readFile(new URL('../row-lock.sql', import.meta.url), 'utf8'));
  const ours: Run[] = [];
  const anchor: Run[] = [];
  for (let i = 0; i < repeats; i += 1) {
    ours.push(await run(database, { databaseUrl, behind: 'rooms', bidders: BIDDERS }, seconds));
    anchor.push(await run(database, { databaseUrl, behind: 'row-lock', bidders: BIDDERS }, seconds));
  }
  const anchorName = `the same route with a row lock per bid, ${ANCHOR_CONNECTIONS} connections`;
  const of = (pick: (figures: Run) => number) => ({ ours: median(ours.map(pick)), anchor: median(anchor.map(pick)) });
  const name = `bids over HTTP at ${BIDDERS} bidders`;
  const rates = of(({ perSecond }) => perSecond);
  yield figure(name, 'durable bids/s', anchorName, rates);
  yield figure(`${name}, p99`, 'ms', anchorName, { ...of(({ p99Ms }) => p99Ms), isLessBetter: true });
  const ofServer = of(({ processorUs }) => processorUs);
  yield figure(`${name}, processor time of the server`, 'µs', anchorName, { ...ofServer, isLessBetter: true });
  await database.close();
  await postgres.stop();
}

async function run({ db }: Database, task: HttpServerTask, forSeconds: number): Promise<Run> {
  const server = fork(new URL('http-server.ts', import.meta.url));
  server.send(task);
  const [ready] = (await once(server, 'message')) as [HttpServerReady];
  const path = API_BASE + placeBid.path.replace('{id}', ready.auctionId);
  const tookMs: number[] = [];
  let price = 10;
  const { pid = 0 } = server;
  const usedMs = await processorMsOf(pid);
  const startedAt = performance.now();
  const until = startedAt + forSeconds * 1_000;
  await Promise.all(
    ready.tokens.map(async (token) => {
      const line = openLine(ready.port, token);
      let bidId: string | undefined;
      while (performance.now() < until) {
        price = Math.round(price * 10 + 1) / 10;
        const offer = { auctionItemId: ready.itemId, price, quantity: 10, bidderPartialFulfillment: true };
        const askedAt = performance.now();
        const { bids } = await line.post<PlacedBids>(path, { ...offer, ...(bidId && { bidId }) });
        tookMs.push(performance.now() - askedAt);
        bidId = bids[0]?.bidId;
      }
      line.close();
    }),
  );
  const seconds = (performance.now() - startedAt) / 1_000;
  const processorUs = (((await processorMsOf(pid)) - usedMs) * 1_000) / tookMs.length;
  const stored = await db
    .selectFrom('bid_history')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('auction_id', '=', ready.auctionId)
    .where('bid_id', 'is not', null)
    .executeTakeFirstOrThrow();
  if (Number(stored.count) !== tookMs.length)
    throw new Error(`${tookMs.length} bids were acknowledged, but ${stored.count} are stored`);
  server.disconnect();
  await once(server, 'exit');
  return { perSecond: tookMs.length / seconds, p99Ms: quantile(tookMs, 0.99), processorUs };
}
