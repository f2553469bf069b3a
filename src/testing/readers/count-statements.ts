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

/** Returns the same connections with their statements counted. */
export const countingDatabase = (db: Db): Db => db.withPlugin(counter);

/** Runs work and returns how many statements it took. Concurrent other work is not counted. */
export async function countStatements<T>(work: () => Promise<T>): Promise<Count & { readonly done: T }> {
  const count: Count = { statements: 0 };
  // Lazy work starts only when it is awaited, so it is awaited inside the context.
  const done = await current.run(count, async () => await work());
  return { done, ...count };
}
