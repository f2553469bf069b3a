import { sql } from 'kysely';
import { exportPriceHistoryAsUser, getPriceHistoryAsUser } from '#contract/price-history.ts';
import { exportStatistics, getStatistics, type Statistics } from '#contract/statistic.ts';
import { rangeOf, unitOf } from '#domain/statistic/range.ts';
import { API_BASE } from '#server/platform/config/config.ts';
import { openDatabase, type Database, type Db } from '#server/platform/database/database.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { priceCourseOf, pricedProductsOf } from '#server/statistic/price-history-operations.ts';
import { courseOf, participantsOf, purchasesOf, topItemsOf } from '#server/statistic/statistic-rows.ts';
import { startPostgres, type TestPostgres } from '#testing/world/postgres.ts';
import { worldOn, type SignedIn, type World } from '#testing/world/world.ts';
import { bareFigure, figure, median, quantile, type Figure, type Length } from './figure.ts';
import { fillPastSales } from './past-sales.ts';
import { processorMs } from './processor-time.ts';

const SIZES = [10_000, 100_000, 1_000_000] as const;
/** Number of turns per repeat. */
const TURNS = 4;

type Site = {
  readonly bids: number;
  readonly database: Database;
  /** The data folder of the site's PostgreSQL server. */
  readonly dataFolder: string;
  readonly world: World;
  readonly baseUrl: string;
  readonly admin: SignedIn;
  readonly user: SignedIn;
};

const today = new Date().toISOString().slice(0, 10);
const year = { ...rangeOf('year', today), timeZone: 'UTC' };
const month = { ...rangeOf('month', today), timeZone: 'UTC' };
const GOODS = { country: 'MY', fuel: 'Hydro', vintage: 2022, direction: 'Forward' } as const;

type Ask = (site: Site) => Promise<unknown>;

const search = (query: Record<string, string | number>): string =>
  `?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`;

/** Returns a function that calls the API as a browser does, through the complete request handling of the server. */
const call =
  (reader: 'admin' | 'user', path: string, { timeZone, ...query }: Record<string, string | number>): Ask =>
  async ({ baseUrl, ...site }) => {
    const headers = { authorization: `Bearer ${site[reader].token}`, 'accept-timezone': String(timeZone) };
    const reply = await fetch(baseUrl + API_BASE + path + search(query), { headers });
    if (!reply.ok) throw new Error(await reply.text());
    return reply.arrayBuffer();
  };

const rows =
  (read: (db: Db) => Promise<unknown>): Ask =>
  ({ database }) =>
    read(database.db);

const file = { format: 'csv' } as const;
const unit = unitOf(year);

/** The reads to measure: the requests of the screens, and the database work of each card of the dashboard. */
const READS: Readonly<Record<string, Ask>> = {
  'dashboard, a year': call('admin', getStatistics.path, year),
  'dashboard, a year of Kuala Lumpur': call('admin', getStatistics.path, { ...year, timeZone: 'Asia/Kuala_Lumpur' }),
  'dashboard, a year of one country': call('admin', getStatistics.path, { ...year, country: 'MY' }),
  'dashboard, a year of some goods': call('admin', getStatistics.path, { ...year, ...GOODS }),
  'dashboard, a month': call('admin', getStatistics.path, month),
  'its totals and course': rows((db) => courseOf(db, year, unit)),
  'its participants': ({ database, bids }) => participantsOf(database.db, year, bids),
  'its participants, of one country': ({ database, bids }) =>
    participantsOf(database.db, { ...year, country: 'MY' }, bids / 3),
  'its top items': rows((db) => topItemsOf(db, year, 10)),
  'its marketplace card': rows((db) => purchasesOf(db, year, unit)),
  'price history, a year': call('user', getPriceHistoryAsUser.path, year),
  'price history, a year of some goods': call('user', getPriceHistoryAsUser.path, { ...year, ...GOODS }),
  'its prices over time': rows((db) => priceCourseOf(db, year, unit)),
  'its prices by goods': rows((db) => pricedProductsOf(db, year, { unit, limit: 50 })),
  'the course as a file': call('admin', exportStatistics.path, { ...year, ...file, table: 'course' }),
  'top items as a file': call('admin', exportStatistics.path, { ...year, ...file, table: 'topItems' }),
  'the marketplace as a file': call('admin', exportStatistics.path, { ...year, ...file, table: 'marketplace' }),
  'prices of all goods as a file': call('user', exportPriceHistoryAsUser.path, { ...year, ...file, table: 'goods' }),
};

/**
 * Measures the statistics of a year in a database with a million bids. Anchors are the same statistics in a database
 * with ten thousand bids, an empty request, and the same totals computed from the bids.
 */
export async function* measureDashboard({ repeats }: Length, sizes: readonly number[] = SIZES): AsyncGenerator<Figure> {
  const postgres = await startPostgres();
  const sites: Site[] = [];
  for (const bids of sizes) sites.push(await open(postgres, bids));
  const nothing = await timesOf(sites, ({ baseUrl }) => fetch(`${baseUrl}/health/ready`), repeats * TURNS);
  yield* told('a request that asks the database for nothing', sites, nothing);
  for (const [name, read] of Object.entries(READS))
    yield* told(name, sites, await timesOf(sites, read, repeats * TURNS));
  const fromBids = await timesOf(sites, ({ database }) => totalsFromBids(database.db), 3);
  yield* told('the totals from the bids and awards instead', sites, fromBids);
  for (const site of sites) await requireSame(site);
  for (const { world, database } of sites) {
    await world.close();
    await database.close();
  }
  await postgres.stop();
}

async function open({ url: urlOf, dataFolder }: TestPostgres, bids: number): Promise<Site> {
  const [url, administration] = [urlOf(`bids_${bids}`), urlOf('postgres')];
  const server = await openDatabase({ url: administration, connections: 1 });
  await server.exec(`create database bids_${bids}`);
  await server.close();
  const database = await openDatabase({ url });
  await migrate(database);
  await fillPastSales(database, bids);
  const world = await worldOn(database, url);
  const baseUrl = await world.app.listen({ port: 0, host: '127.0.0.1' });
  return {
    bids,
    database,
    dataFolder,
    world,
    baseUrl,
    admin: await world.signedIn({ role: 'Admin' }),
    user: await world.signedIn(),
  };
}

/** The clock time of each turn, and the processor time of all turns. */
type TimesSpent = { readonly clockMs: number[]; processorMs: number };

/**
 * Measures a read in each database. The databases take turns, so other work on the machine affects all of them. The
 * first two turns are not counted: they fill caches.
 */
async function timesOf(sites: readonly Site[], read: Ask, turns: number): Promise<TimesSpent[]> {
  const all = sites.map((): TimesSpent => ({ clockMs: [], processorMs: 0 }));
  for (let turn = -2; turn < turns; turn += 1) {
    for (const [at, site] of sites.entries()) {
      const before = await processorMs(site.dataFolder);
      const startedAt = performance.now();
      await read(site);
      const clockMs = performance.now() - startedAt;
      const took = all[at];
      if (turn < 0 || !took) continue;
      took.clockMs.push(clockMs);
      took.processorMs += ((await processorMs(site.dataFolder)) - before) / turns;
    }
  }
  return all;
}

function* told(name: string, sites: readonly Site[], all: readonly TimesSpent[]): Generator<Figure> {
  for (const [at, { bids }] of sites.entries()) {
    const { clockMs, processorMs: ofProcessor } = all[at] ?? { clockMs: [], processorMs: 0 };
    const among = `${name}, ${bids.toLocaleString('en')} bids`;
    const anchorName = `the same of ${sites[0]?.bids.toLocaleString('en')}`;
    const measured = { ours: ofProcessor, anchor: all[0]?.processorMs ?? 0, isLessBetter: true };
    yield figure(`${among}, of a processor`, 'ms', anchorName, measured);
    yield bareFigure(`${among}, median by the clock`, 'ms', median(clockMs));
    yield bareFigure(`${among}, 95 of 100 by the clock`, 'ms', quantile(clockMs, 0.95));
    yield bareFigure(`${among}, fastest by the clock`, 'ms', Math.min(...clockMs));
  }
}

type Totals = Pick<Statistics['totals'], 'bids' | 'sold' | 'value' | 'participants'>;

async function totalsFromBids(db: Db): Promise<Totals> {
  const isMeant = sql`
    closed_at is not null and annulled_at is null and rehearsal_of is null
    and auction.auction_end_time >= ${year.from}::date and auction.auction_end_time < ${year.to}::date + 1`;
  const { rows: found } = await sql<Totals>`
    select placed.*, won.* from (
      select count(*)::float8 as bids, count(distinct account_id)::int as participants
      from bid_history line join bidder on bidder.id = bidder_id join auction on auction.id = line.auction_id
      where kind = 'placed' and ${isMeant}
    ) placed, (
      select sum(award.quantity)::float8 as sold, sum(amount)::text as value
      from award join auction on auction.id = auction_id where ${isMeant}
    ) won`.execute(db);
  const [totals] = found;
  if (!totals) throw new Error('an aggregate query returned no row');
  return totals;
}

/** Throws if the stored statistics differ from the same statistics computed from the bids. */
async function requireSame({ bids, database: { db } }: Site): Promise<void> {
  const [fromBids, { totals }] = [await totalsFromBids(db), await courseOf(db, year, unit)];
  const { bids: placed, sold, value } = totals;
  const ours = { bids: placed, participants: await participantsOf(db, year, placed), sold, value };
  if (JSON.stringify(fromBids) !== JSON.stringify(ours) || placed < bids * 0.99)
    throw new Error(`${JSON.stringify(ours)} beside ${JSON.stringify(fromBids)}`);
}
