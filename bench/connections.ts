import { openDatabase } from '#server/platform/database/database.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { startPostgres } from '#testing/world/postgres.ts';
import { besideDeafReaders } from './connections/deaf-readers.ts';
import { sufferFaults } from './connections/faults.ts';
import { DESERVED, provoke } from './connections/hostile.ts';
import { pretendBrowser } from './connections/pretend-browser.ts';
import { openSite, type Site } from './connections/site.ts';
import { reconnectAll, type Storm } from './connections/storm.ts';
import { bareFigure, figure, type Figure } from './figure.ts';

const BIDDERS = 200;
const FAULTS = { faults: 2_000, seconds: 60, bidsPerSecond: 20, seed: 1 };
const PAGES_OF_EACH = 10;

/**
 * Measures clients on a bad network, the delays caused by clients that do not read, and how fast all clients reconnect.
 */
export async function* measureConnections(): AsyncGenerator<Figure> {
  pretendBrowser();
  const postgres = await startPostgres();
  const databaseUrl = postgres.url('postgres');
  const database = await openDatabase({ url: databaseUrl });
  await migrate(database);
  const site = await openSite(database, databaseUrl, BIDDERS);
  try {
    yield* measureFaults(site);
    yield* measureDeafness(site);
    for await (const storm of reconnectAll(site, PAGES_OF_EACH)) yield* figuresOf(storm);
  } finally {
    await site.close();
    await database.close();
    await postgres.stop();
  }
}

async function* measureFaults(site: Site): AsyncGenerator<Figure> {
  let ends: Readonly<Record<string, number>> = {};
  const meanwhile = async (): Promise<void> => {
    ends = await provoke(site, site.bidders[0]);
  };
  const report = await sufferFaults(site, { ...FAULTS, meanwhile });
  for (const [kind, count] of Object.entries(report.faults)) yield bareFigure(`faults: ${kind}`, 'times', count);
  yield bareFigure('faults: bids meanwhile', 'bids', report.bids);
  yield bareFigure('faults: connections', 'times', report.connections);
  yield bareFigure('faults: states that clients showed', 'states', report.shownStates);
  yield bareFigure('faults: shown, but never the room', 'states', report.wrongStates);
  yield bareFigure('faults: steps back', 'times', report.stepsBack);
  yield bareFigure('faults: clients that differ in the end', 'clients', report.differentInTheEnd);
  const provocations = Object.entries(DESERVED);
  const undeserved = provocations.filter(([what, end]) => ends[what] !== end).length;
  yield bareFigure('provocations answered otherwise than they deserve', `of ${provocations.length}`, undeserved);
}

async function* measureDeafness(site: Site): AsyncGenerator<Figure> {
  const { askers, droppedReaders, droppedDeaf, ...p99 } = await besideDeafReaders(site);
  yield bareFigure('readers that read nothing and were dropped', `of ${askers}`, droppedDeaf);
  yield bareFigure('the same, but they read: dropped', `of ${askers}`, droppedReaders);
  const measured = { ours: p99.p99BesideDeafMs, anchor: p99.p99BesideReadersMs, isLessBetter: true };
  yield figure('from bid to screen beside readers that read nothing, p99', 'ms', 'the same, but they read', measured);
}

function* figuresOf({ what, medianMs, lastMs, roomReads, roomReadsInOneSecond }: Storm): Generator<Figure> {
  yield bareFigure(`${what}: until half are back`, 'ms', medianMs);
  yield bareFigure(`${what}: until all are back`, 'ms', lastMs);
  yield bareFigure(`${what}: reads of the room's history`, 'statements', roomReads);
  yield bareFigure(`${what}: reads of the room's history in one second`, 'statements', roomReadsInOneSecond);
}
