import { withoutTimeLimit, type Db } from '#server/platform/database/database.ts';
import type { Clock } from '#server/platform/runtime/clock.ts';
import type { Timers } from '#server/platform/runtime/timers.ts';

/** Deletes rows that are no longer needed. Any process may run it at any time. */
export type CleanupJob = (db: Db, nowMs: number) => Promise<void>;

type CleanupDeps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly timers: Pick<Timers, 'every'>;
  readonly failed: (failure: unknown) => void;
};

const EVERY_MS = 10 * 60_000;

/**
 * Runs all cleanup jobs every ten minutes. Reports a failed job; the other jobs continue. Returns a function that stops
 * the runs.
 */
export function startCleanup({ db, clock, timers, failed }: CleanupDeps, all: readonly CleanupJob[]): () => void {
  return timers.every(EVERY_MS, () => {
    // After a long pause, there may be much to delete.
    withoutTimeLimit(() => {
      for (const job of all) job(db, clock.nowMs()).catch(failed);
    });
  });
}
