import { createServer, type Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { collectDefaultMetrics, Gauge, Counter, Histogram, Registry } from 'prom-client';
import { CLOSING_PERIOD_MS } from '#domain/auction/status.ts';
import { VERSION } from '#server/platform/config/version.ts';
import type { Db } from '#server/platform/database/database.ts';
import { HEARTBEAT_MS_MAX } from '#server/platform/runtime/health-checks.ts';
import type { ProcessMetrics } from '#server/platform/runtime/process-metrics.ts';
import { events } from '#server/platform/telemetry/counters.ts';

const PATIENCE_MS = 2_000;
/** Milliseconds after the end of an auction. If its result is not stored by then, the auction is overdue. */
export const OVERDUE_MS = 10_000 + CLOSING_PERIOD_MS;

export type MetricsParts = {
  readonly db: Db;
  readonly figures: () => ProcessMetrics;
  readonly heartbeatAgeMs: () => number;
};

/**
 * Measures requests and serves the metrics on a separate port, which only monitoring machines should reach. Does
 * nothing without METRICS_PORT. Returns a function that stops the metrics server.
 */
export function startMetrics(
  app: FastifyInstance,
  parts: MetricsParts,
  { METRICS_PORT, METRICS_HOST }: { readonly METRICS_PORT?: number | undefined; readonly METRICS_HOST: string },
): () => void {
  if (METRICS_PORT === undefined) return () => undefined;
  const own = new Registry();
  collectDefaultMetrics({ register: own });
  measureRequests(app, own);
  const refresh = addGauges(own, parts);
  const all = Registry.merge([own, events]);
  const server: Server = createServer((request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end();
    void refresh()
      .then(() => all.metrics())
      .then((text) => response.writeHead(200, { 'content-type': all.contentType }).end(text));
  });
  server.listen(METRICS_PORT, METRICS_HOST);
  return () => {
    server.closeAllConnections();
    server.close();
  };
}

/**
 * Measures requests by their route. The route is the pattern, never the address, so the number of series is bounded.
 * Files of the web application share one route.
 */
function measureRequests(app: FastifyInstance, registry: Registry): void {
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request to the end of its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  app.addHook('onResponse', async ({ method, routeOptions }, { statusCode, elapsedTime }) => {
    seconds.observe({ method, route: routeOptions.url ?? 'none', status: statusCode }, elapsedTime / 1_000);
  });
}

type Figures = ProcessMetrics &
  Partial<DatabaseCounts> & { readonly databaseSeconds: number | undefined; readonly heartbeatAgeMs: number };

/** The metrics that are read when Prometheus asks. A metric whose value is undefined is left out. */
const GAUGES: Readonly<Record<string, readonly [help: string, value: (figures: Figures) => number | undefined]>> = {
  greenlot_draining: ['Whether this process is shutting down.', ({ isDraining }) => Number(isDraining)],
  greenlot_sockets: ['Connected sockets.', ({ sockets }) => sockets],
  greenlot_rooms: ['Auction rooms in memory.', ({ rooms }) => rooms],
  greenlot_bids_waiting: ['Bidding requests that wait to be judged.', ({ waiting }) => waiting],
  greenlot_auction_rows_held_total: [
    "How often bids waited longer than a second for an auction's row.",
    ({ rowsHeld }) => rowsHeld,
  ],
  greenlot_room_retries_total: [
    'Failed and repeated steps of rooms: commits of several rooms, wake-ups, reads.',
    ({ retries }) => retries,
  ],
  greenlot_clock_offset_seconds: [
    "This machine's clock minus the database's clock.",
    ({ clockOffsetMs }) => clockOffsetMs / 1_000,
  ],
  greenlot_files_up: [
    'Whether files could be stored at the last try, within half a minute.',
    ({ files }) => files && Number(files.isReachable),
  ],
  greenlot_database_connections_busy: ['Database connections in use.', ({ connections }) => connections?.busy ?? 0],
  greenlot_database_connections_waiting: [
    'Queries that wait for a database connection.',
    ({ connections }) => connections?.waiting ?? 0,
  ],
  greenlot_database_up: [
    'Whether this process wrote its heartbeat to the database within five seconds.',
    ({ heartbeatAgeMs }) => Number(heartbeatAgeMs < HEARTBEAT_MS_MAX),
  ],
  greenlot_heartbeat_age_seconds: [
    'Time since this process last wrote its heartbeat to the database.',
    ({ heartbeatAgeMs }) => heartbeatAgeMs / 1_000,
  ],
  greenlot_database_standbys: ['Synchronous standbys of the database.', ({ standbys }) => standbys],
  greenlot_database_answer_seconds: [
    'Time the database took to answer the queries of these metrics.',
    ({ databaseSeconds }) => databaseSeconds,
  ],
  greenlot_auctions_overdue: [
    'Auctions that should have been closed at least ten seconds ago.',
    ({ overdue }) => overdue,
  ],
  greenlot_messages_waiting: ['Emails and text messages that are due and not sent.', ({ messages }) => messages],
  greenlot_webhooks_waiting: ['Webhook deliveries that are due and not sent.', ({ webhooks }) => webhooks],
  greenlot_log_witnesses_refusing: [
    'Witnesses that refuse to sign the public log, because it contradicts what they signed.',
    ({ refusing }) => refusing,
  ],
  greenlot_log_timestamps_failing: [
    'Time stamp authorities that gave no valid time stamp of the public log the last time.',
    ({ failing }) => failing,
  ],
  greenlot_outages_total: ['Outages: times during which no process was available.', ({ outages }) => outages],
};

/** Adds the metrics of `GAUGES` to a registry. Returns a function that reads their present values. */
function addGauges(registry: Registry, { db, figures, heartbeatAgeMs }: MetricsParts): () => Promise<void> {
  const registers = [registry];
  const build = new Gauge({
    name: 'greenlot_build_info',
    help: 'The version of this process.',
    labelNames: ['version'],
    registers,
  });
  build.set({ version: VERSION }, 1);
  const gauges = Object.entries(GAUGES).map(([name, [help, valueOf]]) => {
    const kind = name.endsWith('_total') ? Counter : Gauge;
    return { metric: new kind({ name, help, registers }), valueOf };
  });
  return async () => {
    const present = { ...figures(), heartbeatAgeMs: heartbeatAgeMs(), ...(await readDatabaseCounts(db)) };
    for (const { metric, valueOf } of gauges) {
      const value = valueOf(present);
      if (value === undefined) metric.remove();
      else if (metric instanceof Gauge) metric.set(value);
      else {
        metric.reset();
        metric.inc(value);
      }
    }
  };
}

type DatabaseCounts = {
  overdue: number;
  messages: number;
  webhooks: number;
  refusing: number;
  failing: number;
  outages: number;
};

async function readDatabaseCounts(db: Db): Promise<Partial<DatabaseCounts> & Pick<Figures, 'databaseSeconds'>> {
  const askedAtMs = performance.now();
  const late = Promise.withResolvers<undefined>();
  const timer = setTimeout(late.resolve, PATIENCE_MS);
  const asked = sql<DatabaseCounts>`
    select (select count(*) from auction where closed_at is null
            and auction_end_time < clock_timestamp() - ${OVERDUE_MS} * interval '1 millisecond')::int as overdue,
           (select count(*) from outbox where sent_at is null and next_attempt_at <= clock_timestamp())::int as messages,
           (select count(*) from webhook_delivery where next_attempt_at <= clock_timestamp())::int as webhooks,
           (select count(*) from log_witness where problem in ('wentBack', 'inconsistent'))::int as refusing,
           (select count(*) from log_authority where problem is not null)::int as failing,
           (select count(*) from outage)::int as outages`.execute(db);
  const answer = await Promise.race([asked.catch(() => undefined), late.promise]);
  clearTimeout(timer);
  const [row] = answer?.rows ?? [];
  return { ...row, databaseSeconds: row && (performance.now() - askedAtMs) / 1_000 };
}
