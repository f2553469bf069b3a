import { AsyncLocalStorage } from 'node:async_hooks';
import type { KyselyPlugin } from 'kysely';
import type { Db } from '#server/platform/database/database.ts';

type Count = { statements: number };
const current = new AsyncLocalStorage<Count>();

const counter: KyselyPlugin = {
  transformQuery({ node }) {
    const count = current.getStore();
    if (count) count.statements += 1;
    return node;
  },
  transformResult: async ({ result }) => result,
};

/** Returns the same database. Its statements are counted. */
export const countingDatabase = (db: Db): Db => db.withPlugin(counter);

/**
 * Runs work and returns the number of statements that it executed. Statements of other work at the same time are not
 * counted.
 */
export async function countStatements<T>(work: () => Promise<T>): Promise<Count & { readonly done: T }> {
  const count: Count = { statements: 0 };
  // A query starts only when it is awaited. So it must be awaited inside `current.run`.
  const done = await current.run(count, async () => await work());
  return { done, ...count };
}
