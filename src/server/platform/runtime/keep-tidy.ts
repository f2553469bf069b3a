import type { Db } from '#server/platform/database/database.ts';
import type { Clock } from '#server/platform/runtime/clock.ts';
import type { Timers } from '#server/platform/runtime/timers.ts';

/** Deletes rows that nothing looks at any more. Any process may do so at any time. */
export type Forget = (db: Db, nowMs: number) => Promise<void>;

type TidyParts = {
  readonly db: Db;
  readonly clock: Clock;
  readonly timers: Pick<Timers, 'every'>;
  readonly failed: (failure: unknown) => void;
};

const EVERY_MS = 10 * 60_000;

/** Forgets again and again until stopped; what fails is told, and the rest goes on. */
export function keepTidy({ db, clock, timers, failed }: TidyParts, all: readonly Forget[]): () => void {
  return timers.every(EVERY_MS, () => {
    for (const forget of all) forget(db, clock.nowMs()).catch(failed);
  });
}
