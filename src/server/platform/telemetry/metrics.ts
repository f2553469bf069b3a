import { createServer, type Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { CLOSING_PERIOD_MS } from '#domain/auction/status.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { ProcessMetrics } from '#server/platform/runtime/process-metrics.ts';

type Kind = 'gauge' | 'counter' | 'histogram';

/** Metrics for Prometheus. `deploy/alerts.yml` depends on these names. Times are in seconds, sizes in bytes. */
export const METRICS = {
  greenlot_draining: ['gauge', 'Whether this process is shutting down.'],
  greenlot_sockets: ['gauge', 'Connected sockets.'],
  greenlot_rooms: ['gauge', 'Auction rooms in memory.'],
  greenlot_bids_waiting: ['gauge', 'Bidding requests that wait to be judged.'],
  greenlot_auction_rows_held_total: ['counter', "How often bids waited longer than a second for an auction's row."],
  greenlot_room_retries_total: [
    'counter',
    'Failed and repeated steps of rooms: commits of several rooms, wake-ups, reads.',
  ],
  greenlot_timer_lag_seconds: ['gauge', 'Longest delay of a timer in the last second.'],
  greenlot_clock_offset_seconds: ['gauge', "This machine's clock minus the database's clock."],
  greenlot_files_up: ['gauge', 'Whether files could be stored at the last try, within half a minute.'],
  greenlot_database_connections_waiting: ['gauge', 'Queries that wait for a database connection.'],
  greenlot_memory_bytes: ['gauge', 'Memory of this process.'],
  greenlot_http_request_seconds: ['histogram', 'Time from a request to the end of its answer.'],
  greenlot_http_answers_total: ['counter', 'Answers by status class.'],
  greenlot_database_up: ['gauge', 'Whether the database answered within two seconds.'],
  greenlot_database_answer_seconds: ['gauge', 'Time the database took to answer the queries of these metrics.'],
  greenlot_auctions_overdue: ['gauge', 'Auctions that should have been closed at least ten seconds ago.'],
  greenlot_messages_waiting: ['gauge', 'Emails and text messages that are due and not sent.'],
  greenlot_outages_total: ['counter', 'Outages: times during which no process was available.'],
} as const satisfies Record<string, readonly [Kind, string]>;
type Metric = keyof typeof METRICS;

/** Upper bounds of the histogram, in seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const PATIENCE_MS = 2_000;
/** Milliseconds after the end of an auction. If its result is not stored by then, the auction is overdue. */
export const OVERDUE_MS = 10_000 + CLOSING_PERIOD_MS;

export type MetricsParts = { readonly db: Db; readonly figures: () => ProcessMetrics };

/**
 * Counts replies and serves the metrics on a separate port, which only monitoring machines should reach. Does nothing
 * without METRICS_PORT. Returns a function that stops the metrics server.
 */
export function startMetrics(
  app: FastifyInstance,
  parts: MetricsParts,
  { METRICS_PORT, METRICS_HOST }: { readonly METRICS_PORT?: number | undefined; readonly METRICS_HOST: string },
): () => void {
  if (METRICS_PORT === undefined) return () => undefined;
  const counts = countAnswers(app);
  const server: Server = createServer((request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end();
    void writeMetrics(parts, counts).then((text) =>
      response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text),
    );
  });
  server.listen(METRICS_PORT, METRICS_HOST);
  return () => {
    server.closeAllConnections();
    server.close();
  };
}

type Counts = { readonly classes: Map<string, number>; readonly buckets: number[]; sum: number; count: number };

function countAnswers(app: FastifyInstance): Counts {
  const counts: Counts = { classes: new Map(), buckets: BUCKETS.map(() => 0), sum: 0, count: 0 };
  app.addHook('onResponse', async (_request, reply) => {
    const name = `${Math.floor(reply.statusCode / 100)}xx`;
    const seconds = reply.elapsedTime / 1_000;
    counts.classes.set(name, (counts.classes.get(name) ?? 0) + 1);
    for (const [index, bound] of BUCKETS.entries())
      if (seconds <= bound) counts.buckets[index] = (counts.buckets[index] ?? 0) + 1;
    counts.sum += seconds;
    counts.count += 1;
  });
  return counts;
}

async function writeMetrics({ db, figures }: MetricsParts, counts: Counts): Promise<string> {
  const own = figures();
  const simple: Partial<Record<Metric, number>> = {
    greenlot_draining: Number(own.isDraining),
    greenlot_sockets: own.sockets,
    greenlot_rooms: own.rooms,
    greenlot_bids_waiting: own.waiting,
    greenlot_auction_rows_held_total: own.rowsHeld ?? 0,
    greenlot_room_retries_total: own.retries ?? 0,
    greenlot_timer_lag_seconds: own.timerLagMs / 1_000,
    greenlot_clock_offset_seconds: own.clockOffsetMs / 1_000,
    greenlot_memory_bytes: own.memoryBytes,
    greenlot_database_connections_waiting: own.connections?.waiting ?? 0,
    ...(own.files && { greenlot_files_up: Number(own.files.isReachable) }),
    ...(await readDatabaseCounts(db)),
  };
  const lines = Object.entries(METRICS).flatMap(([name, [kind, help]]) => {
    const values = valuesOf(name as Metric, simple, counts);
    return values.length === 0 ? [] : [`# HELP ${name} ${help}`, `# TYPE ${name} ${kind}`, ...values];
  });
  return `${lines.join('\n')}\n`;
}

function valuesOf(name: Metric, simple: Partial<Record<Metric, number>>, counts: Counts): string[] {
  if (name === 'greenlot_http_answers_total')
    return [...counts.classes].map(([status, count]) => `${name}{status="${status}"} ${count}`);
  if (name === 'greenlot_http_request_seconds') {
    const buckets = BUCKETS.map((bound, index) => `${name}_bucket{le="${bound}"} ${counts.buckets[index]}`);
    const all = [
      `${name}_bucket{le="+Inf"} ${counts.count}`,
      `${name}_sum ${counts.sum}`,
      `${name}_count ${counts.count}`,
    ];
    return [...buckets, ...all];
  }
  return simple[name] === undefined ? [] : [`${name} ${simple[name]}`];
}

type DatabaseCounts = { overdue: number; waiting: number; outages: number };

async function readDatabaseCounts(db: Db): Promise<Partial<Record<Metric, number>>> {
  const askedAtMs = performance.now();
  const late = Promise.withResolvers<undefined>();
  const timer = setTimeout(late.resolve, PATIENCE_MS);
  const asked = sql<DatabaseCounts>`
    select (select count(*) from auction where closed_at is null
            and auction_end_time < clock_timestamp() - ${OVERDUE_MS} * interval '1 millisecond')::int as overdue,
           (select count(*) from outbox where sent_at is null and next_attempt_at <= clock_timestamp())::int as waiting,
           (select count(*) from outage)::int as outages`.execute(db);
  const answer = await Promise.race([asked.catch(() => undefined), late.promise]);
  clearTimeout(timer);
  const [row] = answer?.rows ?? [];
  if (!row) return { greenlot_database_up: 0 };
  return {
    greenlot_database_up: 1,
    greenlot_database_answer_seconds: (performance.now() - askedAtMs) / 1_000,
    greenlot_auctions_overdue: row.overdue,
    greenlot_messages_waiting: row.waiting,
    greenlot_outages_total: row.outages,
  };
}
