import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { sql } from 'kysely';
import type { Db } from '#server/platform/database/database.ts';
import type { StandbyWatch } from '#server/platform/database/standby.ts';
import type { Timers } from '#server/platform/runtime/timers.ts';
import type { ProcessMetrics } from '#server/platform/runtime/process-metrics.ts';

/**
 * An outage, from the last heartbeat of any process until a process detected that heartbeats were missing. Both times
 * are in ms since 1970, on the database's clock.
 */
export type DetectedOutage = { readonly fromMs: number; readonly toMs: number };

/** A running heartbeat. */
export type Heartbeat = {
  /** Stores a new heartbeat, unless the last one is recent. Resolves when every earlier outage has been handled. */
  ensureFresh(): Promise<void>;
  /** Returns the time since this process last wrote its heartbeat, in ms. */
  ageMs(): number;
  stop(): Promise<void>;
};

export type HeartbeatDeps = {
  readonly db: Db;
  readonly timers: Timers;
  /** Shorter outages are ignored. */
  readonly outageMinMs: number;
  /** While it is away, no heartbeat is stored, so that this time counts as an outage. */
  readonly standby: Pick<StandbyWatch, 'refuseIfAway'>;
  /**
   * Handles an outage before the new heartbeat is stored. Each process that detects the outage calls this function. So
   * it must be idempotent. It uses its own transactions.
   */
  readonly onOutage: (outage: DetectedOutage) => Promise<void>;
  readonly figures: () => ProcessMetrics;
  readonly failed: (error: unknown) => void;
};

const EVERY_MS = 1_000;

/** Starts the heartbeat of this process. When the promise resolves, the first heartbeat is stored (decision 47). */
export async function startHeartbeat(parts: HeartbeatDeps): Promise<Heartbeat> {
  const { db, timers, outageMinMs } = parts;
  const own = { id: randomUUID(), startedAt: new Date() };
  let beatAtMs = 0;
  let databaseMs: number | undefined;
  let underWay: Promise<void> | undefined;
  const beat = (): Promise<void> => {
    const askedAtMs = timers.monotonicMs();
    underWay ??= writeHeartbeat(parts, own, databaseMs)
      .then(() => void (beatAtMs = timers.monotonicMs()))
      .then(() => void (databaseMs = Math.round(beatAtMs - askedAtMs)))
      .finally(() => (underWay = undefined));
    return underWay;
  };
  await beat();
  const stop = timers.every(EVERY_MS, () => void beat().catch(parts.failed));
  return {
    async ensureFresh() {
      if (timers.monotonicMs() - beatAtMs > outageMinMs / 2) await beat();
    },
    ageMs: () => timers.monotonicMs() - beatAtMs,
    async stop() {
      stop();
      await underWay?.catch(() => undefined);
      await sql`delete from service_process where id = ${own.id}`.execute(db);
    },
  };
}

type Own = { readonly id: string; readonly startedAt: Date };

async function writeHeartbeat(parts: HeartbeatDeps, own: Own, databaseMs: number | undefined): Promise<void> {
  const { db, outageMinMs } = parts;
  parts.standby.refuseIfAway();
  const figures = JSON.stringify({ ...parts.figures(), databaseMs });
  const { rows } = await sql`
    with told as (
      insert into service_process (id, host, pid, started_at, at, figures)
      values (${own.id}, ${hostname()}, ${process.pid}, ${own.startedAt}, clock_timestamp(), ${figures}::jsonb)
      on conflict (id) do update set at = excluded.at, figures = excluded.figures
    )
    update service_beat set at = greatest(at, clock_timestamp())
    where at > clock_timestamp() - ${outageMinMs} * interval '1 millisecond' returning 1`.execute(db);
  if (rows.length === 0) await handleOutage(parts);
}

/**
 * Handles an outage, then stores the new heartbeat. Until this heartbeat is stored, each restarted process handles the
 * same outage. So no process serves requests before the outage is handled. If one process fails halfway, another one
 * continues.
 */
async function handleOutage({ db, outageMinMs, onOutage: absent }: HeartbeatDeps): Promise<void> {
  await sql`insert into service_beat (at) values (clock_timestamp()) on conflict do nothing`.execute(db);
  const outage = await db.transaction().execute((transaction) => recordOutage(transaction, outageMinMs));
  if (outage.toMs - outage.fromMs >= outageMinMs) await absent(outage);
  await sql`
    update service_beat set at = clock_timestamp() where at = ${new Date(outage.fromMs)}`.execute(db);
}

/**
 * Stores an outage and returns it. If the stored end of the outage is less than `outageMinMs` ago, that end stays the
 * same. If that end is longer ago, the process that stored it did not finish, and the outage lasts until now.
 */
async function recordOutage(db: Db, outageMinMs: number): Promise<DetectedOutage> {
  const { rows: beats } = await sql<{ at: Date }>`select at from service_beat for update`.execute(db);
  const at = beats[0]?.at;
  const { rows } = await sql<{ now: Date; to_at: Date | null }>`
    select clock_timestamp()::timestamptz(3) as now, max(to_at) as to_at from outage where from_at = ${at}`.execute(db);
  const [known] = rows;
  if (!at || !known) throw new Error('the heartbeat row is missing');
  const [fromMs, nowMs, toMs] = [at.getTime(), known.now.getTime(), known.to_at?.getTime()];
  if (toMs !== undefined && nowMs - toMs < outageMinMs) return { fromMs, toMs };
  if (toMs !== undefined) await sql`update outage set to_at = ${known.now} where from_at = ${at}`.execute(db);
  else if (nowMs - fromMs >= outageMinMs)
    await db.insertInto('outage').values({ from_at: at, to_at: known.now, extended: 0 }).execute();
  return { fromMs, toMs: nowMs };
}

/** Records that an outage extended an auction. Call it in the transaction that extends the auction. */
export async function recordExtension(db: Db, { fromMs }: DetectedOutage, auctionId: string): Promise<void> {
  await sql`
    update outage set extended = extended + 1, auction_ids = auction_ids || ${auctionId}::uuid
    where from_at = ${new Date(fromMs)} and not ${auctionId}::uuid = any(auction_ids)`.execute(db);
}

/** Deletes the rows of processes that ended without deleting their own row. The rows of outages are kept. */
export async function deleteStaleProcesses(db: Db): Promise<void> {
  await sql`delete from service_process where at < clock_timestamp() - interval '1 hour'`.execute(db);
}
