import { sql } from 'kysely';
import type { Database, Db } from '#server/platform/database/database.ts';

/**
 * This process's estimate of the database's clock, in ms since 1970. Decisions about money read the database's own
 * clock.
 */
export type Clock = { nowMs(): number };

const RESYNC_MS = 20_000;

/**
 * Returns a clock that follows the database's clock. It adds an offset to the monotonic clock of this process, so a
 * step of the machine's own clock changes nothing. The offset is measured by a few round trips, of which the shortest
 * counts. It is measured again every 20 seconds, and after the connection to the database was lost, because the next
 * machine has another clock.
 */
export async function followClock(
  db: Db,
  onMissed: Database['onMissed'] = () => undefined,
): Promise<Clock & { stop(): void }> {
  let offsetMs = await measureOffset(db);
  const measure = (): void => {
    measureOffset(db).then(
      (measured) => (offsetMs = measured),
      // The database is unreachable for a moment: keep the last offset.
      () => undefined,
    );
  };
  const timer = setInterval(measure, RESYNC_MS);
  onMissed(measure);
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

/** Returns the database's current time, ms since 1970. */
export async function databaseNowMs(db: Db): Promise<number> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  return rows[0]?.now.getTime() ?? Number.NaN;
}
