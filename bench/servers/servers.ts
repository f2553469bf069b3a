import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { openDatabase } from '#server/platform/database/database.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { startPostgres, type TestPostgres } from '#testing/world/postgres.ts';
import type { Run } from '../bids.ts';
import { bareFigure, figure, median, type Figure, type Length } from '../figure.ts';
import { processorMs } from '../processor-time.ts';
import type { ServerReport, ServerTask } from './server-process.ts';

const AUCTIONS = 100;
const BIDDERS = 500;

/** Bids per second, and how many processors the servers and PostgreSQL used meanwhile. */
type Shares = { readonly perSecond: number; readonly ofServers: number; readonly ofDatabase: number };

/**
 * Measures durable bids per second in 100 auctions of five bidders: two servers with half of the auctions each, beside
 * one server with all of them, on one PostgreSQL. They take turns.
 */
export async function* measureServers({ repeats, seconds }: Length): AsyncGenerator<Figure> {
  const postgres = await startPostgres();
  const database = await openDatabase({ url: postgres.url('postgres') });
  await migrate(database);
  await database.close();
  const two: Shares[] = [];
  const one: Shares[] = [];
  for (let i = 0; i < repeats; i += 1) {
    two.push(await run(postgres, 2, seconds));
    one.push(await run(postgres, 1, seconds));
  }
  await postgres.stop();
  const of = (pick: (shares: Shares) => number) => ({ ours: median(two.map(pick)), anchor: median(one.map(pick)) });
  const name = `two servers, ${AUCTIONS} auctions`;
  yield figure(
    `${name}, bids`,
    'durable bids/s',
    'one server',
    of(({ perSecond }) => perSecond),
  );
  for (const [count, shares] of [
    [2, two],
    [1, one],
  ] as const) {
    const measured = `${count === 2 ? name : `one server, ${AUCTIONS} auctions`}, used by`;
    yield bareFigure(`${measured} the servers`, 'processors', median(shares.map(({ ofServers }) => ofServers)));
    yield bareFigure(`${measured} PostgreSQL`, 'processors', median(shares.map(({ ofDatabase }) => ofDatabase)));
  }
}

async function run(postgres: TestPostgres, servers: number, seconds: number): Promise<Shares> {
  const processes = Array.from({ length: servers }, () => fork(new URL('server-process.ts', import.meta.url)));
  const crowd = { name: '', auctions: AUCTIONS / servers, bidders: BIDDERS / servers };
  const task: ServerTask = { url: postgres.url('postgres'), crowd, seconds };
  await Promise.all(processes.map((server) => ask(server, task)));
  const before = await processorMs(postgres.dataFolder);
  const runs = (await Promise.all(processes.map((server) => ask(server, 'go')))) as Run[];
  // The servers bid once before their time begins, so the time of PostgreSQL is a little too long.
  const ofDatabase = ((await processorMs(postgres.dataFolder)) - before) / 1_000 / seconds;
  for (const server of processes) server.disconnect();
  await Promise.all(processes.map((server) => once(server, 'exit')));
  const sum = (pick: (one: Run) => number) => runs.reduce((total, one) => total + pick(one), 0);
  return {
    perSecond: sum(({ perSecond }) => perSecond),
    ofServers: sum(({ perSecond, processorMs: ofBid }) => (perSecond * ofBid) / 1_000),
    ofDatabase,
  };
}

/** Sends a message to a server and returns its report. */
async function ask(server: ChildProcess, message: ServerTask | 'go'): Promise<ServerReport> {
  const reported = once(server, 'message') as Promise<[ServerReport]>;
  server.send(message);
  const [report] = await reported;
  return report;
}
