import { sql, type RawBuilder } from 'kysely';
import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from '#server/platform/database/database.ts';

/** Rows that a transaction of the test has locked, so that a race always happens in the same order. */
export type HeldRows = {
  /** Runs another statement in the transaction that has the locks. */
  run(statement: RawBuilder<unknown>): Promise<void>;
  release(): Promise<void>;
};

/** Runs a statement in a transaction. The transaction keeps the statement's locks until `release` is called. */
export async function holdRows(db: Db, statement: RawBuilder<unknown>): Promise<HeldRows> {
  const [held, released] = [Promise.withResolvers<Db>(), Promise.withResolvers<void>()];
  const done = db.transaction().execute(async (transaction) => {
    await statement.execute(transaction);
    held.resolve(transaction);
    await released.promise;
  });
  // If the statement fails, `done` rejects with its error.
  const holder = (await Promise.race([held.promise, done])) ?? db;
  return {
    run: async (other) => void (await other.execute(holder)),
    async release() {
      released.resolve();
      await done;
    },
  };
}

/** Locks an auction's row, like any change of the auction. */
export const holdAuction = (db: Db, auctionId: string): Promise<HeldRows> =>
  holdRows(db, sql`select from auction where id = ${auctionId} for update`);

/** Waits until this number of database connections, or more, are waiting for locks. */
export async function untilWaiting(db: Db, connections: number): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
    if ((rows[0]?.count ?? 0) >= connections) return;
    await pause(5);
  }
}
