import { openDatabase, type Database } from '#server/platform/database/database.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { fillLists, type LongLists } from '#testing/builders/long-lists.ts';
import { LIST_READS, SHORT_SEARCHES } from '#testing/readers/list-reads.ts';
import { startPostgres } from '#testing/world/postgres.ts';
import { figure, median, type Figure, type Length } from './figure.ts';

const SIZES = [10_000, 100_000, 1_000_000] as const;
/** Page reads per repeat. Several are needed, because a single read takes only milliseconds. */
const PAGES = 8;

const READS = { ...LIST_READS, ...SHORT_SEARCHES };

type Filled = { readonly database: Database; readonly lists: LongLists };

/** Measures pages of lists in three databases. The anchor is the same page in the smallest database. */
export async function* measureLists({ repeats }: Length): AsyncGenerator<Figure> {
  const postgres = await startPostgres();
  const filled: Filled[] = [];
  for (const rows of SIZES) filled.push(await fill(postgres.url('postgres'), postgres.url(`rows_${rows}`), rows));
  for (const name of Object.keys(READS)) {
    const [few = 0, some = 0, many = 0] = await medians(filled, name, repeats * PAGES);
    const beside = (rows: string, ours: number): Figure =>
      figure(`${name}, ${rows} rows`, 'ms', 'the same of 10,000 rows', { ours, anchor: few, isLessBetter: true });
    yield beside('100,000', some);
    yield beside('1,000,000', many);
  }
  for (const { database } of filled) await database.close();
  await postgres.stop();
}

async function fill(administration: string, url: string, rows: number): Promise<Filled> {
  const server = await openDatabase({ url: administration, connections: 1 });
  await server.exec(`create database rows_${rows}`);
  await server.close();
  const database = await openDatabase({ url, connections: 1 });
  await migrate(database);
  return { database, lists: await fillLists(database, rows) };
}

/**
 * Returns the median time in each database. The databases take turns, so other work on the machine affects all of them.
 * The first two turns are not counted: they fill caches.
 */
async function medians(filled: readonly Filled[], name: string, turns: number): Promise<number[]> {
  const took = filled.map((): number[] => []);
  for (let turn = -2; turn < turns; turn += 1) {
    for (const [at, { database, lists }] of filled.entries()) {
      const startedAt = performance.now();
      await READS[name]?.(database.db, lists);
      if (turn >= 0) took[at]?.push(performance.now() - startedAt);
    }
  }
  return took.map(median);
}
