import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { sql } from 'kysely';
import type { Db } from '#server/platform/database/database.ts';
import type { Timers } from '#server/platform/runtime/timers.ts';
import type { ProcessFigures } from '#server/platform/runtime/process-figures.ts';

/** From the last sign of life of any process to the first new one, ms since 1970, on the database's clock. */
export type Absence = { readonly fromMs: number; readonly toMs: number };

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
  /**
   * Called before the new sign of life is given, by each process that finds the absence: what it does, it does once, in
   * transactions of its own.
   */
  readonly absent: (absence: Absence) => Promise<void>;
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
  if (rows.length === 0) await endAbsence(parts);
}

/**
 * Until somebody gives the new sign of life, each process that comes back deals with the same absence, so that none serves
 * before all is done. One that fails half-way leaves the rest to the others.
 */
async function endAbsence({ db, absenceMs, absent }: BeatParts): Promise<void> {
  await sql`insert into service_beat (at) values (clock_timestamp()) on conflict do nothing`.execute(db);
  const absence = await db.transaction().execute((transaction) => noteAbsence(transaction, absenceMs));
  if (absence.toMs - absence.fromMs >= absenceMs) await absent(absence);
  await sql`
    update service_beat set at = clock_timestamp() where at = ${new Date(absence.fromMs)}`.execute(db);
}

/**
 * Stores an absence, and returns it as the first process that came back stored it; it lasts until now where that one has
 * left it undone for long.
 */
async function noteAbsence(db: Db, absenceMs: number): Promise<Absence> {
  const { rows: beats } = await sql<{ at: Date }>`select at from service_beat for update`.execute(db);
  const at = beats[0]?.at;
  const { rows } = await sql<{ now: Date; to_at: Date | null }>`
    select clock_timestamp()::timestamptz(3) as now, max(to_at) as to_at from outage where from_at = ${at}`.execute(db);
  const [known] = rows;
  if (!at || !known) throw new Error('no sign of life is kept');
  const [fromMs, nowMs, toMs] = [at.getTime(), known.now.getTime(), known.to_at?.getTime()];
  if (toMs !== undefined && nowMs - toMs < absenceMs) return { fromMs, toMs };
  if (toMs !== undefined) await sql`update outage set to_at = ${known.now} where from_at = ${at}`.execute(db);
  else if (nowMs - fromMs >= absenceMs)
    await db.insertInto('outage').values({ from_at: at, to_at: known.now, extended: 0 }).execute();
  return { fromMs, toMs: nowMs };
}

/** Notes that an absence extended an auction, in the transaction that extends it. */
export async function noteExtended(db: Db, { fromMs }: Absence, auctionId: string): Promise<void> {
  await sql`
    update outage set extended = extended + 1, auction_ids = auction_ids || ${auctionId}::uuid
    where from_at = ${new Date(fromMs)} and not ${auctionId}::uuid = any(auction_ids)`.execute(db);
}

/** Processes that ended without a word; outages are kept. */
export async function forgetProcesses(db: Db): Promise<void> {
  await sql`delete from service_process where at < clock_timestamp() - interval '1 hour'`.execute(db);
}
