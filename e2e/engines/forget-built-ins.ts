import type { BrowserContext } from '@playwright/test';

/** What came to browsers after the oldest ones that we support (src/server/platform/browsers.ts), or just before. */
const NEWER: Readonly<Record<string, readonly string[]>> = {
  Map: ['groupBy'],
  'Map.prototype': ['getOrInsert', 'getOrInsertComputed'],
  'WeakMap.prototype': ['getOrInsert', 'getOrInsertComputed'],
  Object: ['groupBy'],
  Promise: ['withResolvers', 'try'],
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

/** Runs in a page or a worker. */
function forget(newer: typeof NEWER): void {
  for (const [path, names] of Object.entries(newer)) {
    const holder = path === 'globalThis' ? globalThis : path.split('.').reduce<unknown>(read, globalThis);
    if (holder === undefined) continue;
    for (const name of names)
      Reflect.deleteProperty(holder as object, name === 'Symbol.asyncIterator' ? Symbol.asyncIterator : name);
  }
  function read(from: unknown, name: string): unknown {
    return (from as Record<string, unknown> | undefined)?.[name];
  }
}

/** From now on pages of this context, and their workers, are those of an older browser. */
export async function forgetBuiltIns(context: BrowserContext): Promise<void> {
  await context.addInitScript(forget, NEWER);
  await context.route(/worker|\.mjs$/, async (route) => {
    const reply = await route.fetch();
    const code = `(${String(forget)})(${JSON.stringify(NEWER)});${await reply.text()}`;
    await route.fulfill({ response: reply, body: code });
  });
}
