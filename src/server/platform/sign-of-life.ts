import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { sql } from 'kysely';
import type { Connections, Db } from '#server/platform/database.ts';
import type { Timers } from '#server/platform/timers.ts';

/** From the last sign of life of any process to the first new one, ms since 1970, on the database's clock. */
export type Absence = { readonly fromMs: number; readonly toMs: number };

/** What a process says of itself, once a second. */
export type ProcessFigures = {
  readonly isDraining: boolean;
  readonly sockets: number;
  readonly rooms: number;
  /** Requests of bidders that wait in rooms. */
  readonly waiting: number;
  /** How much later than asked for timers come, and how far this machine's clock is from the database's, ms. */
  readonly timerLagMs: number;
  readonly clockOffsetMs: number;
  readonly memoryBytes: number;
  /** What follows isn't said by processes of earlier releases, which may run beside this one. */
  readonly version?: string;
  readonly connections?: Connections | undefined;
  readonly files?: FilesFound | undefined;
  /** How often bids waited for an auction's row for longer than they are given back (decision 60). */
  readonly rowsHeld?: number;
  /** How long the database took for the sign of life before this one. */
  readonly databaseMs?: number | undefined;
};

/** Whether files could be kept when that was last tried, ms since 1970 by the database's clock. */
export type FilesFound = { readonly isReachable: boolean; readonly triedAtMs: number };

export type Beat = {
  /** Resolves at once where this process gave a sign of life lately, else when it has: what nobody served comes before. */
  isHeard(): Promise<void>;
  stop(): Promise<void>;
};

export type BeatParts = {
  readonly db: Db;
  readonly timers: Timers;
  /** Shorter absences go unnoticed. */
  readonly absenceMs: number;
  /** Within the transaction that gives the new sign of life: each absence is dealt with once. Gives the auctions extended. */
  readonly absent: (db: Db, absence: Absence) => Promise<readonly string[]>;
  readonly figures: () => ProcessFigures;
  readonly failed: (error: unknown) => void;
};

const EVERY_MS = 1_000;

/** Gives signs of life until stopped; the first one is given when this resolves (decision 47). */
export async function startBeat(parts: BeatParts): Promise<Beat> {
  const { db, timers, absenceMs } = parts;
  const own = { id: randomUUID(), startedAt: new Date() };
  let beatAtMs = 0;
  let databaseMs: number | undefined;
  let underWay: Promise<void> | undefined;
  const beat = (): Promise<void> => {
    const askedAtMs = timers.monotonicMs();
    underWay ??= beatOnce(parts, own, databaseMs)
      .then(() => void (beatAtMs = timers.monotonicMs()))
      .then(() => void (databaseMs = Math.round(beatAtMs - askedAtMs)))
      .finally(() => (underWay = undefined));
    return underWay;
  };
  await beat();
  const stop = timers.every(EVERY_MS, () => void beat().catch(parts.failed));
  return {
    async isHeard() {
      if (timers.monotonicMs() - beatAtMs > absenceMs / 2) await beat();
    },
    async stop() {
      stop();
      await underWay?.catch(() => undefined);
      await sql`delete from service_process where id = ${own.id}`.execute(db);
    },
  };
}

type Own = { readonly id: string; readonly startedAt: Date };

async function beatOnce(parts: BeatParts, own: Own, databaseMs: number | undefined): Promise<void> {
  const { db, absenceMs } = parts;
  const figures = JSON.stringify({ ...parts.figures(), databaseMs });
  const { rows } = await sql`
    with told as (
      insert into service_process (id, host, pid, started_at, at, figures)
      values (${own.id}, ${hostname()}, ${process.pid}, ${own.startedAt}, clock_timestamp(), ${figures}::jsonb)
      on conflict (id) do update set at = excluded.at, figures = excluded.figures
    )
    update service_beat set at = greatest(at, clock_timestamp())
    where at > clock_timestamp() - ${absenceMs} * interval '1 millisecond' returning 1`.execute(db);
  if (rows.length === 0) await db.transaction().execute((transaction) => endAbsence(transaction, parts));
}

/** The first of all processes that comes back deals with the absence; the others wait here, and find that it is over. */
async function endAbsence(db: Db, { absenceMs, absent }: BeatParts): Promise<void> {
  await sql`insert into service_beat (at) values (clock_timestamp()) on conflict do nothing`.execute(db);
  const { rows } = await sql<{ at: Date; now: Date }>`
    select at, clock_timestamp()::timestamptz(3) as now from service_beat for update`.execute(db);
  const [beat] = rows;
  if (!beat) return;
  const absence = { fromMs: beat.at.getTime(), toMs: beat.now.getTime() };
  if (absence.toMs - absence.fromMs >= absenceMs) {
    const extended = await absent(db, absence);
    const values = { from_at: beat.at, to_at: beat.now, extended: extended.length, auction_ids: [...extended] };
    await db.insertInto('outage').values(values).execute();
  }
  await sql`update service_beat set at = clock_timestamp()`.execute(db);
}

/** Processes that ended without a word; outages are kept. */
export async function forgetProcesses(db: Db): Promise<void> {
  await sql`delete from service_process where at < clock_timestamp() - interval '1 hour'`.execute(db);
}
