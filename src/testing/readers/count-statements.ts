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

/** The same connections, whose statements are counted. */
export const counting = (db: Db): Db => db.withPlugin(counter);

/** Does something, and says how many statements it took. What goes on beside it isn't counted. */
export async function countStatements<T>(work: () => Promise<T>): Promise<Count & { readonly done: T }> {
  const count: Count = { statements: 0 };
  // What is begun only when it is waited for must begin in here.
  const done = await current.run(count, async () => await work());
  return { done, ...count };
}
