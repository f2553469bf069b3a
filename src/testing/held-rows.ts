import { sql, type RawBuilder } from 'kysely';
import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from '#server/platform/database.ts';

/** Rows that a transaction of a test holds, so that a race happens in one order instead of by luck. */
export type HeldRows = {
  /** Runs another statement while they are held. */
  run(statement: RawBuilder<unknown>): Promise<void>;
  release(): Promise<void>;
};

/** Runs a statement in a transaction, and keeps what it locks until it is released. */
export async function holdRows(db: Db, statement: RawBuilder<unknown>): Promise<HeldRows> {
  const [held, released] = [Promise.withResolvers<Db>(), Promise.withResolvers<void>()];
  const done = db.transaction().execute(async (transaction) => {
    await statement.execute(transaction);
    held.resolve(transaction);
    await released.promise;
  });
  // Where the statement fails, `done` says why.
  const holder = (await Promise.race([held.promise, done])) ?? db;
  return {
    run: async (other) => void (await other.execute(holder)),
    async release() {
      released.resolve();
      await done;
    },
  };
}

/** Holds an auction's row, as somebody does who changes it. */
export const holdAuction = (db: Db, auctionId: string): Promise<HeldRows> =>
  holdRows(db, sql`select from auction where id = ${auctionId} for update`);

/** Resolves as soon as so many connections to this database wait for locks. */
export async function untilWaiting(db: Db, connections: number): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
    if ((rows[0]?.count ?? 0) >= connections) return;
    await pause(5);
  }
}
