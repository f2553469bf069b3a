import { openDatabase } from '#server/platform/database/database.ts';
import type { ServerProcess } from '#testing/world/server-process.ts';

/**
 * Ways to break the durability of bids on purpose, from outside the server. A checker that finds nothing then is
 * worthless.
 */
const PROCESS_WEAKNESSES = ['synchronous-commit', 'answer-early'] as const;
export type ProcessWeakness = (typeof PROCESS_WEAKNESSES)[number];
/** With a standby: commits do not wait for it, because none is synchronous or because the setting says `local`. */
export const FAILOVER_WEAKNESSES = ['asynchronous', 'local'] as const;
export type FailoverWeakness = (typeof FAILOVER_WEAKNESSES)[number];
export const WEAKNESSES = [...PROCESS_WEAKNESSES, ...FAILOVER_WEAKNESSES] as const;
export type Weakness = (typeof WEAKNESSES)[number];

/** Returns the weakness if it belongs to a site with a standby. */
export const failoverWeakness = (weakness: Weakness | undefined): FailoverWeakness | undefined =>
  FAILOVER_WEAKNESSES.find((known) => known === weakness);
/** Returns the weakness if it belongs to a site with one PostgreSQL. */
export const processWeakness = (weakness: Weakness | undefined): ProcessWeakness | undefined =>
  PROCESS_WEAKNESSES.find((known) => known === weakness);

/**
 * Turns `synchronous_commit` off after a server has started, because no server starts while this setting is off.
 * Existing connections are closed, because only new ones use the setting. PostgreSQL then keeps acknowledged data in
 * memory for a while.
 */
export async function withoutSynchronousCommit(
  url: string,
  start: () => Promise<ServerProcess>,
): Promise<ServerProcess> {
  const database = await openDatabase({ url, connections: 1 });
  const set = (value: 'on' | 'off'): Promise<void> =>
    database.exec(`set synchronous_commit = on; alter role postgres set synchronous_commit = ${value}`);
  try {
    await set('on');
    const server = await start();
    await set('off');
    await database.exec(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where backend_type = 'client backend' and pid <> pg_backend_pid()`,
    );
    return server;
  } finally {
    await database.close();
  }
}

/** Returns settings of a server whose commits seem done a moment before they are (`answer-before-commit.ts`). */
export const settingsThatAnswerEarly = () => ({
  // Each connection is held longer, so the server needs more of them.
  DATABASE_CONNECTIONS: '50',
  NODE_OPTIONS: `--import=${new URL('answer-before-commit.ts', import.meta.url).href}`,
});
