import { openDatabase } from '#server/platform/database/database.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { startPostgres } from '#testing/world/postgres.ts';
import { runInstant, runSameSecond } from './closing-run.ts';
import { openSite } from './closing-site.ts';
import { bareFigure, quantile, type Figure } from '../figure.ts';

const BIDDERS = 50;
const CLOSINGS = 20;
const SAME_SECOND = 200;

/**
 * Measures the ends of auctions: which bids are in time, how soon the result is stored, and many ends in the same
 * second.
 */
export async function* measureClosing(): AsyncGenerator<Figure> {
  const postgres = await startPostgres();
  const url = postgres.url('postgres');
  const database = await openDatabase({ url });
  await migrate(database);
  const site = await openSite(database, url, BIDDERS);
  const instant = await runInstant(site, CLOSINGS);
  yield bareFigure('closing: bids aimed at the end ± 50 ms', 'bids', instant.bids);
  yield bareFigure('closing: received within ± 50 ms of the end', 'bids', instant.around);
  yield bareFigure('closing: accepted', 'bids', instant.accepted);
  yield bareFigure('closing: accepted where all were judged after the end', 'bids', instant.acceptedAfterwards);
  yield bareFigure('closing: from being sent to being received, median', 'ms', instant.wayMs);
  yield bareFigure('closing: lag after the drain, p99', 'ms', quantile(instant.lagsMs, 0.99));
  yield bareFigure('closing: lag until readers are told, p99', 'ms', quantile(instant.toldLagsMs, 0.99));
  const many = await runSameSecond(site, SAME_SECOND);
  yield bareFigure(
    `closing: last of ${SAME_SECOND} that end in one second, after its drain`,
    'ms',
    Math.max(...many.lagsMs),
  );
  const wrong = [...instant.wrong, ...many.wrong];
  for (const what of wrong) console.error(what);
  yield bareFigure('closing: wrong decisions, records and announcements', 'faults', wrong.length);
  await site.close();
  await database.close();
  await postgres.stop();
}
