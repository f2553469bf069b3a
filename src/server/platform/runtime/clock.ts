import { sql } from 'kysely';
import type { Db } from '#server/platform/database/database.ts';

/** The database's clock, ms since 1970, as estimated by this process. What decides about money asks the database itself. */
export type Clock = { nowMs(): number };

const RESYNC_MS = 20_000;

/**
 * Follows the database's clock: an offset measured by round trips, the shortest of a few winning, driven by the
 * monotonic clock, so that a step of this machine's own clock changes nothing.
 */
export async function followClock(db: Db): Promise<Clock & { stop(): void }> {
  let offsetMs = await measureOffset(db);
  const timer = setInterval(() => {
    measureOffset(db).then(
      (measured) => (offsetMs = measured),
      // The database is away for a moment: the last offset still holds.
      () => undefined,
    );
  }, RESYNC_MS);
  timer.unref();
  return { nowMs: () => performance.now() + offsetMs, stop: () => clearInterval(timer) };
}

const SAMPLES = 3;

async function measureOffset(db: Db): Promise<number> {
  let best = { tripMs: Number.POSITIVE_INFINITY, offsetMs: 0 };
  for (let i = 0; i < SAMPLES; i += 1) {
    const sentAt = performance.now();
    const nowMs = await databaseNowMs(db);
    const tripMs = performance.now() - sentAt;
    if (tripMs < best.tripMs) best = { tripMs, offsetMs: nowMs - sentAt - tripMs / 2 };
  }
  return best.offsetMs;
}

export async function databaseNowMs(db: Db): Promise<number> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  return rows[0]?.now.getTime() ?? Number.NaN;
}
