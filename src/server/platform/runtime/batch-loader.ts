import { setImmediate as nextTurn } from 'node:timers/promises';

/** Maximum number of keys per batch. */
const KEYS_MAX = 500;

type Waiting<K, V> = { readonly key: K } & Pick<PromiseWithResolvers<V | undefined>, 'resolve' | 'reject'>;

/**
 * Returns a loader that looks up keys in batches. Keys that are requested during a query are looked up together by the
 * next query, so no result is older than its request. A query begins after the sockets had their turn in the event loop,
 * so that it includes the requests that have already arrived.
 */
export function createBatchLoader<K, V>(
  load: (keys: readonly K[]) => Promise<ReadonlyMap<K, V>>,
): (key: K) => Promise<V | undefined> {
  let waiting: Waiting<K, V>[] = [];
  let isLoading = false;

  const loadBatch = async (group: readonly Waiting<K, V>[]): Promise<void> => {
    try {
      const found = await load([...new Set(group.map(({ key }) => key))]);
      for (const { key, resolve } of group) resolve(found.get(key));
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  };

  const loadAll = async (): Promise<void> => {
    isLoading = true;
    while (waiting.length > 0) {
      await nextTurn();
      const group = waiting.slice(0, KEYS_MAX);
      waiting = waiting.slice(KEYS_MAX);
      await loadBatch(group);
    }
    isLoading = false;
  };

  return (key) => {
    const { promise, resolve, reject } = Promise.withResolvers<V | undefined>();
    waiting.push({ key, resolve, reject });
    if (!isLoading) void loadAll();
    return promise;
  };
}
