import { monitorEventLoopDelay } from 'node:perf_hooks';
import { VERSION } from '#server/platform/config/version.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { FileStore } from '#server/platform/files/files.ts';
import { watchFiles, type FilesWatch } from '#server/platform/files/watch-files.ts';
import type { Clock } from '#server/platform/runtime/clock.ts';
import type { ShutdownState } from '#server/platform/runtime/health-checks.ts';
import { nodeTimers } from '#server/platform/runtime/timers.ts';
import type { ProcessMetrics } from '#server/platform/runtime/process-metrics.ts';

type MetricSources = {
  readonly hub: { size(): number };
  readonly rooms: { figures(): Pick<ProcessMetrics, 'rooms' | 'waiting' | 'retries'> };
  readonly files: Pick<FileStore, 'check'>;
};

/** Access to this process's metrics. */
export type MetricsCollector = {
  /** Sets the parts from which metrics are read. Until this call, their metrics are zero or missing. */
  follow(parts: MetricSources): void;
  now(): ProcessMetrics;
  /** Records that an auction's row was locked for longer than the waiting time that is credited to bids. */
  rowHeld(auctionId: string, heldMs: number): void;
  stop(): void;
};

const RESOLUTION_MS = 20;
const NANOSECONDS_PER_MS = 1e6;

type CollectorDeps = {
  readonly clock: Clock;
  readonly draining: ShutdownState;
  readonly database: Pick<Database, 'connections' | 'standbys'>;
  readonly log: { warn(about: object, message: string): void };
};

/** Collects this process's metrics: for the status page, for Prometheus, and for the heartbeat. */
export function createMetricsCollector({ clock, draining: shutdown, database, log }: CollectorDeps): MetricsCollector {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  let parts: MetricSources | undefined;
  let filesWatch: FilesWatch | undefined;
  let rowsHeld = 0;
  let lag = { atMs: 0, ms: 0 };
  /** Returns the longest delay of a timer in about the last second, in ms. */
  const lagMs = (): number => {
    const nowMs = performance.now();
    if (nowMs - lag.atMs > 1_000) {
      lag = { atMs: nowMs, ms: Math.max(0, Math.round(delay.max / NANOSECONDS_PER_MS) - RESOLUTION_MS) };
      delay.reset();
    }
    return lag.ms;
  };
  return {
    follow(given) {
      parts = given;
      filesWatch = watchFiles({ files: given.files, clock, timers: nodeTimers });
    },
    now: () => ({
      isDraining: shutdown.isOn,
      sockets: parts?.hub.size() ?? 0,
      rooms: 0,
      waiting: 0,
      ...parts?.rooms.figures(),
      timerLagMs: lagMs(),
      clockOffsetMs: Math.round(Date.now() - clock.nowMs()),
      memoryBytes: process.memoryUsage.rss(),
      version: VERSION,
      connections: database.connections(),
      standbys: database.standbys?.count(),
      files: filesWatch?.found(),
      rowsHeld,
    }),
    rowHeld(auctionId, heldMs) {
      rowsHeld += 1;
      log.warn({ auctionId, heldMs: Math.round(heldMs) }, 'bids waited too long for the lock of their auction row');
    },
    stop() {
      delay.disable();
      filesWatch?.stop();
    },
  };
}
