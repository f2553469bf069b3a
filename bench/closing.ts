import { openDatabase } from '#server/platform/database.ts';
import { migrate } from '#server/platform/migrate.ts';
import { startPostgres } from '#testing/postgres.ts';
import { runInstant, runSameSecond } from './closing-run.ts';
import { openSite } from './closing-site.ts';
import { bareFigure, quantile, type Figure } from './figure.ts';

const BIDDERS = 50;
const CLOSINGS = 20;
const SAME_SECOND = 200;

/** The end of auctions: who is in time, how soon the result stands, and many at once. */
export async function* measureClosing(): AsyncGenerator<Figure> {
  const postgres = await startPostgres();
  const url = postgres.url('postgres');
  const database = await openDatabase({ url });
  await migrate(database);
  const site = await openSite(database, url, BIDDERS);
  const { bids, accepted, wrong, lagsMs, toldLagsMs } = await runInstant(site, CLOSINGS);
  for (const what of wrong) console.error(what);
  yield bareFigure('closing: bids aimed at the end ± 50 ms', 'bids', bids);
  yield bareFigure('closing: accepted of them', 'bids', accepted);
  yield bareFigure('closing: wrong decisions, records and announcements', 'faults', wrong.length);
  yield bareFigure('closing: lag after the drain, p99', 'ms', quantile(lagsMs, 0.99));
  yield bareFigure('closing: lag until readers are told, p99', 'ms', quantile(toldLagsMs, 0.99));
  const manyMs = await runSameSecond(site, SAME_SECOND);
  yield bareFigure(
    `closing: last of ${SAME_SECOND} that end in one second, after its drain`,
    'ms',
    Math.max(...manyMs),
  );
  await site.close();
  await database.close();
  await postgres.stop();
}
