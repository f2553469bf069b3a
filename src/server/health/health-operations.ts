import { sql } from 'kysely';
import {
  getFirstSteps,
  getServiceStatus,
  getWaiting,
  type Outage,
  type ProcessStatus,
  type ServiceStatus,
  type Waiting,
} from '#contract/health.ts';
import { countApprovals } from '#server/approval/count-approvals.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { Database, Db } from '#server/platform/database/database.ts';
import { ATTEMPTS_MAX as MESSAGE_ATTEMPTS_MAX } from '#server/platform/mail/outbox.ts';
import { OVERDUE_MS } from '#server/platform/telemetry/metrics.ts';
import { isoTime } from '#server/platform/database/iso-time.ts';
import { operation, type Operation } from '#server/platform/http/operation.ts';
import { findFirstSteps } from '#server/health/first-steps.ts';
import type { ProcessMetrics } from '#server/platform/runtime/process-metrics.ts';

/** A process without a heartbeat for this many milliseconds counts as silent. Heartbeats are sent every second. */
const SILENT_MS = 10_000;
const OUTAGES_SHOWN = 20;
const LAST_DAY = sql`clock_timestamp() - interval '1 day'`;

type ProcessRow = { id: string; host: string; pid: number; started_at: Date; at: Date; figures: ProcessMetrics };
type Queue = Omit<ServiceStatus['mails'], 'isSetUp'>;

/**
 * Returns the health of the service, from the heartbeats of its processes and from queues in the database. It calls no
 * other service: each heartbeat contains what its process has measured about other services.
 */
async function findHealth(
  db: Db,
  kind: Database['kind'],
  { SMTP_URL, SMS_URL }: Pick<Config, 'SMTP_URL' | 'SMS_URL'>,
): Promise<ServiceStatus> {
  const askedAtMs = performance.now();
  const { now, version, overdue } = await readDatabaseStatus(db);
  const answerMs = Math.round(performance.now() - askedAtMs);
  return {
    at: now.toISOString(),
    database: { kind: kind === 'postgres' ? 'postgres' : 'embedded', version, answerMs },
    processes: await findProcesses(db, now.getTime()),
    mails: { ...(await countMessages(db, 'email')), isSetUp: SMTP_URL !== undefined },
    texts: { ...(await countMessages(db, 'sms')), isSetUp: SMS_URL !== undefined },
    webhooks: await countDeliveries(db),
    witnesses: await countWitnesses(db),
    auctionsOverdue: overdue,
    outages: await findOutages(db),
  };
}

async function readDatabaseStatus(db: Db) {
  const { rows } = await sql<{ now: Date; version: string; overdue: number }>`
    select clock_timestamp()::timestamptz(3) as now, current_setting('server_version') as version,
      (select count(*) from auction where closed_at is null
        and auction_end_time < clock_timestamp() - ${OVERDUE_MS} * interval '1 millisecond')::int as overdue`.execute(
    db,
  );
  return onlyOf(rows);
}

/** Returns the only row of a query that counts. */
function onlyOf<Row>([row]: readonly Row[]): Row {
  if (!row) throw new Error('the database returned no row');
  return row;
}

async function findProcesses(db: Db, nowMs: number): Promise<ProcessStatus[]> {
  const { rows } = await sql<ProcessRow>`select * from service_process order by started_at, id`.execute(db);
  return rows.map((row) => presentProcess(row, nowMs));
}

function presentProcess({ figures, ...row }: ProcessRow, nowMs: number): ProcessStatus {
  const { files, isDraining } = figures;
  const isSilent = nowMs - row.at.getTime() > SILENT_MS;
  return {
    id: row.id,
    host: row.host,
    pid: row.pid,
    version: figures.version ?? null,
    startedAt: row.started_at.toISOString(),
    heardAt: row.at.toISOString(),
    state: isSilent ? 'silent' : isDraining ? 'draining' : 'serving',
    clockOffsetMs: figures.clockOffsetMs,
    timerLagMs: figures.timerLagMs,
    bidsWaiting: figures.waiting,
    rooms: figures.rooms,
    sockets: figures.sockets,
    memoryBytes: figures.memoryBytes,
    databaseMs: figures.databaseMs ?? null,
    connections: figures.connections ?? null,
    files: files ? { isReachable: files.isReachable, triedAt: new Date(files.triedAtMs).toISOString() } : null,
  };
}

/** Counts unsent messages that have a recipient and are still useful. */
async function countMessages(db: Db, channel: 'email' | 'sms'): Promise<Queue> {
  const { rows } = await sql<Queue>`
    with unsent as (
      select created_at, attempts >= ${MESSAGE_ATTEMPTS_MAX} as is_given_up, next_attempt_at <= clock_timestamp() or attempts > 0 as is_due
      from outbox where sent_at is null and recipient <> '' and channel = ${channel}
        and (useful_until is null or useful_until > clock_timestamp())
    ), counted as (select count(*) filter (where is_due and not is_given_up)::int as waiting,
      min(created_at) filter (where is_due and not is_given_up) as since,
      count(*) filter (where is_given_up and created_at > ${LAST_DAY})::int as "givenUp" from unsent)
    select waiting, ${isoTime('since')} as since, "givenUp" from counted`.execute(db);
  return onlyOf(rows);
}

async function countDeliveries(db: Db): Promise<ServiceStatus['webhooks']> {
  const { rows } = await sql<ServiceStatus['webhooks']>`
    select w.*, d.waiting, ${isoTime('d.since')} as since, d."givenUp" from
      (select count(*) filter (where failing_since is not null and disabled_at is null)::int as failing,
        count(*) filter (where disabled_at is not null)::int as disabled from webhook) w,
      (select count(*) filter (where next_attempt_at is not null)::int as waiting,
        min(created_at) filter (where next_attempt_at is not null) as since,
        count(*) filter (where next_attempt_at is null and delivered_at is null and created_at > ${LAST_DAY})::int as "givenUp"
        from webhook_delivery where next_attempt_at is not null or created_at > ${LAST_DAY}) d`.execute(db);
  return onlyOf(rows);
}

async function countWitnesses(db: Db): Promise<ServiceStatus['witnesses']> {
  const { rows } = await sql<ServiceStatus['witnesses']>`
    select count(*) filter (where problem in ('wentBack', 'inconsistent'))::int as refusing,
      count(*) filter (where problem not in ('wentBack', 'inconsistent')
        and problem_since < clock_timestamp() - interval '10 minutes')::int as failing from log_witness`.execute(db);
  return onlyOf(rows);
}

async function findOutages(db: Db): Promise<Outage[]> {
  const { rows } = await sql<Outage>`
    select o.id::text, ${isoTime('o.from_at')} as "from", ${isoTime('o.to_at')} as "to", o.extended,
      coalesce((select json_agg(json_build_object('id', a.id, 'title', a.title) order by a.title, a.id)
        from auction a where a.id = any(o.auction_ids)), '[]') as auctions
    from outage o order by o.from_at desc limit ${OUTAGES_SHOWN}`.execute(db);
  return rows;
}

/** Operations by which administrators read the status of the service, and how many things wait for them. */
export const healthOperations = (
  config: Pick<Config, 'SMTP_URL' | 'SMS_URL' | 'FLAG_MARKETPLACE'>,
  kind: Database['kind'],
): Operation[] => [
  operation(getServiceStatus, ({ db }) => findHealth(db, kind, config)),
  operation(getWaiting, async ({ db, caller }) => ({
    ...(await countWaiting(db, config)),
    approvals: await countApprovals(db, caller),
  })),
  operation(getFirstSteps, ({ db }) => findFirstSteps(db)),
];

/** Counts what waits for a decision by an administrator. */
async function countWaiting(db: Db, { FLAG_MARKETPLACE }: Pick<Config, 'FLAG_MARKETPLACE'>) {
  const { rows } = await sql<Omit<Waiting, 'approvals'>>`
    select
      (select count(*)::int from company_registration where status in ('New', 'In-Progress')) as "registrations",
      (select count(*)::int from buy_order where status = 'Pending' and ${FLAG_MARKETPLACE}::boolean) as "buyOrders",
      (select count(*)::int from auction where planned_start_time is not null) as "drafts",
      (select count(*)::int from change_request r join auction a on a.id = r.auction_id
       where r.status = 'Pending' and a.start_time > statement_timestamp()) as "changeRequests"`.execute(db);
  return onlyOf(rows);
}
