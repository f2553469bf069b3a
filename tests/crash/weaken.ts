import { openDatabase } from '#server/platform/database/database.ts';
import type { ServerProcess } from '#testing/world/server-process.ts';

/** Ways to break the promise on purpose, from outside: a checker that finds nothing then is worth nothing. */
export const WEAKNESSES = ['synchronous-commit', 'answer-early'] as const;
export type Weakness = (typeof WEAKNESSES)[number];

/**
 * Switches synchronous_commit off behind the back of a server that has started: at its start it refuses to run without.
 * Connections are broken, since only new ones take it over. What was acknowledged then waits in PostgreSQL's memory.
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

/** A server whose commits seem done a moment before they are (`answer-before-commit.ts`). */
export const settingsThatAnswerEarly = () => ({
  // Connections are held longer.
  DATABASE_CONNECTIONS: '50',
  NODE_OPTIONS: `--import=${new URL('answer-before-commit.ts', import.meta.url).href}`,
});
