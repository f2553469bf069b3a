import { setImmediate as nextTurn } from 'node:timers/promises';
import type { KyselyPlugin } from 'kysely';

/** The maximum time in ms in which a series of PGlite's queries delays everything else in this process. */
const TURN_MS = 20;

/**
 * Returns a plugin that lets the process answer requests during a series of queries. Otherwise PGlite's results come
 * within the same turn of the event loop.
 */
export function takingTurns(): KyselyPlugin {
  let turnAtMs = 0;
  return {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (performance.now() - turnAtMs < TURN_MS) return result;
      await nextTurn();
      turnAtMs = performance.now();
      return result;
    },
  };
}
