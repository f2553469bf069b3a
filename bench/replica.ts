import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { listAuctionsAsUser } from '#contract/auction/auction.ts';
import { openDatabase, type Database } from '#server/platform/database/database.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { DATABASE_LIMITS } from '#server/platform/database/postgres-pool.ts';
import { insertAuction } from '#testing/builders/records.ts';
import { startPostgresPair } from '#testing/world/postgres-pair.ts';
import { worldOn, type SignedIn, type World } from '#testing/world/world.ts';
import { figure, median, type Figure, type Length } from './figure.ts';
import { processorMs } from './processor-time.ts';

const AUCTIONS = 200;
const READERS = 8;
const WAIT_MS = 100;
const PAUSE_MS = 10;

type Measured = { readonly perSecond: number; readonly primaryMs: number };

/**
 * Measures pages of the list of auctions with a replica. The anchor is the same without it. Primary, replica and server
 * share this machine, so the rate cannot rise; the primary's own processor time is what a replica saves.
 */
export async function* measureReplica({ repeats, seconds }: Length): AsyncGenerator<Figure> {
  const pair = await startPostgresPair({ isSynchronous: false });
  const url = new URL(pair.url);
  url.port = String(pair.standby().port);
  const replica = { url: String(url), waitMs: WAIT_MS };
  const alone = await openDatabase({ url: pair.url, limits: DATABASE_LIMITS });
  await migrate(alone);
  await alone.exec('create table heartbeat_of_bench (n int); insert into heartbeat_of_bench values (0)');
  const worlds = [await worldOn(await openDatabase({ url: pair.url, limits: DATABASE_LIMITS, replica }), pair.url)];
  worlds.push(await worldOn(alone, pair.url));
  const [ours, anchor] = worlds as [World, World];
  const reader = await someAuctions(anchor);
  const taken: Record<'ours' | 'anchor', Measured[]> = { ours: [], anchor: [] };
  for (let repeat = 0; repeat < repeats; repeat += 1) {
    taken.ours.push(await readAway(ours, reader, { seconds, primary: pair.primary().dataFolder }));
    taken.anchor.push(await readAway(anchor, reader, { seconds, primary: pair.primary().dataFolder }));
  }
  const beside = (pick: (one: Measured) => number) => ({
    ours: median(taken.ours.map(pick)),
    anchor: median(taken.anchor.map(pick)),
  });
  yield figure('processor time of the primary for each page of a list', 'ms', 'without a replica', {
    ...beside(({ primaryMs }) => primaryMs),
    isLessBetter: true,
  });
  yield figure(
    'pages of a list with a replica',
    'pages/s',
    'without a replica',
    beside(({ perSecond }) => perSecond),
  );
  for (const w of worlds) await w.end();
  await pair.stop();
}

async function someAuctions({ database, signedIn }: World): Promise<SignedIn> {
  const [owner, reader] = [await signedIn(), await signedIn()];
  for (let i = 0; i < AUCTIONS; i += 1)
    await insertAuction(database.db, {
      ownerAccountId: owner.accountId,
      createdBy: owner.userId,
      bidders: [{ person: reader }],
    });
  return reader;
}

/** Reads pages with several readers at once, for `seconds`. */
async function readAway(
  { call, database }: World,
  reader: SignedIn,
  { seconds, primary }: { readonly seconds: number; readonly primary: string },
): Promise<Measured> {
  const beganMs = performance.now();
  const beforeMs = await clusterMs(primary);
  let pages = 0;
  const read = async (): Promise<void> => {
    while (performance.now() - beganMs < seconds * 1_000) {
      const { code } = await call(reader, listAuctionsAsUser, { query: '?show=current' });
      if (code !== 'Success') throw new Error(code);
      pages += 1;
    }
  };
  const reads = Promise.all(Array.from({ length: READERS }, read));
  await Promise.all([reads, writeUntil(database, beganMs + seconds * 1_000)]);
  return {
    perSecond: (pages * 1_000) / (performance.now() - beganMs),
    primaryMs: ((await clusterMs(primary)) - beforeMs) / pages,
  };
}

/** Stores something a hundred times a second, so that reads have something to wait for. */
async function writeUntil({ db }: Database, untilMs: number): Promise<void> {
  while (performance.now() < untilMs) {
    await sql`update heartbeat_of_bench set n = n + 1`.execute(db);
    await pause(PAUSE_MS);
  }
}

/** Returns the processor time of a cluster, without that of this process. */
async function clusterMs(dataFolder: string): Promise<number> {
  const { user, system } = process.cpuUsage();
  return (await processorMs(dataFolder)) - (user + system) / 1_000;
}
