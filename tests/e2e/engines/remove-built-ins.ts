import type { BrowserContext } from '@playwright/test';

type BuiltIns = Readonly<Record<string, readonly string[]>>;

/**
 * Built-ins that are missing in the oldest supported Safari. Our own code does not need them, but the PDF library does.
 */
export const OF_SAFARI_17_4: BuiltIns = { Map: ['groupBy'], Object: ['groupBy'], Promise: ['withResolvers'] };

/** Built-ins newer than the oldest browsers that we support (src/server/platform/pages/browsers.ts). */
const NEWER: BuiltIns = {
  'Map.prototype': ['getOrInsert', 'getOrInsertComputed'],
  'WeakMap.prototype': ['getOrInsert', 'getOrInsertComputed'],
  Promise: ['try'],
  Array: ['fromAsync'],
  'Set.prototype': ['union', 'intersection', 'difference', 'symmetricDifference', 'isSubsetOf', 'isSupersetOf'],
  Uint8Array: ['fromBase64', 'fromHex'],
  'Uint8Array.prototype': ['toBase64', 'toHex', 'setFromBase64', 'setFromHex'],
  Math: ['sumPrecise', 'f16round'],
  RegExp: ['escape'],
  Error: ['isError'],
  URL: ['parse'],
  Iterator: ['from', 'concat'],
  'Iterator.prototype': [
    'map',
    'filter',
    'take',
    'drop',
    'flatMap',
    'reduce',
    'toArray',
    'forEach',
    'some',
    'every',
    'find',
  ],
  Intl: ['DurationFormat'],
  'Document.prototype': ['startViewTransition'],
  'ReadableStream.prototype': ['values', 'Symbol.asyncIterator'],
  globalThis: ['Temporal', 'Float16Array', 'requestIdleCallback', 'cancelIdleCallback', 'navigation', 'scheduler'],
};

/** Deletes these built-ins. Runs in a page or a worker. */
function forget(lists: readonly BuiltIns[]): void {
  for (const [path, names] of lists.flatMap((list) => Object.entries(list))) {
    const holder = path === 'globalThis' ? globalThis : path.split('.').reduce<unknown>(read, globalThis);
    if (holder === undefined) continue;
    for (const name of names)
      Reflect.deleteProperty(holder as object, name === 'Symbol.asyncIterator' ? Symbol.asyncIterator : name);
  }
  function read(from: unknown, name: string): unknown {
    return (from as Record<string, unknown> | undefined)?.[name];
  }
}

/**
 * Removes newer built-ins from the pages of this context and from their workers, as in an older browser. `also` lists
 * further built-ins to remove.
 */
export async function removeBuiltIns(context: BrowserContext, ...also: readonly BuiltIns[]): Promise<void> {
  const lists = [NEWER, ...also];
  await context.addInitScript(forget, lists);
  await context.route(/worker|\.mjs$/, async (route) => {
    const reply = await route.fetch();
    const code = `(${String(forget)})(${JSON.stringify(lists)});${await reply.text()}`;
    await route.fulfill({ response: reply, body: code });
  });
}
