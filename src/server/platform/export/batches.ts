import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#server/platform/database/database.ts';

/** Rows per batch. */
const BATCH = 1_000;

/** A long list: the ids of its objects in order, and a function that loads the rows of some of them. */
export type RowSource<Row> = {
  /** SQL: selects the column `id`, in any order. */
  readonly ids: RawBuilder<unknown>;
  /** SQL: the order of a file. */
  readonly order: RawBuilder<unknown>;
  readonly load: (db: Db, ids: readonly string[]) => Promise<readonly Row[]>;
  /** The id of the object to which a row belongs. An object may have several rows. */
  readonly idOf: (row: Row) => string;
};

/**
 * Runs a read in one snapshot. It ends with a rollback, because a commit asks its node for standbys, and the node may be
 * a replica.
 */
export async function inSnapshot<T>(db: Db, work: (transaction: Db) => Promise<T>): Promise<T> {
  const transaction = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute();
  const result = await work(transaction).catch(async (error: unknown) => {
    // The first error counts, also if the connection is gone.
    await transaction
      .rollback()
      .execute()
      .catch(() => undefined);
    throw error;
  });
  await transaction.rollback().execute();
  return result;
}

/** Yields the rows of a list in batches. A database cursor holds the ids, so memory stays flat. Needs a transaction. */
export async function* batchesOf<Row>(
  transaction: Db,
  { ids, order, load, idOf }: RowSource<Row>,
): AsyncGenerator<readonly Row[]> {
  await sql`declare exported no scroll cursor for ${ids} ${order}`.execute(transaction);
  for (;;) {
    const { rows } = await sql<{ id: string }>`fetch ${sql.lit(BATCH)} from exported`.execute(transaction);
    if (rows.length > 0)
      yield inOrder(
        rows.map(({ id }) => id),
        await load(
          transaction,
          rows.map(({ id }) => id),
        ),
        idOf,
      );
    if (rows.length < BATCH) break;
  }
  await sql`close exported`.execute(transaction);
}

/** Returns rows in the order of these ids. */
export function inOrder<Row>(ids: readonly string[], rows: readonly Row[], idOf: (row: Row) => string): Row[] {
  const places = new Map(ids.map((id, place) => [id, place]));
  return rows.toSorted((one, other) => (places.get(idOf(one)) ?? 0) - (places.get(idOf(other)) ?? 0));
}
