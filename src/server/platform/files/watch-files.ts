import type { FileStore } from '#server/platform/files/files.ts';
import type { Clock } from '#server/platform/runtime/clock.ts';
import type { Timers } from '#server/platform/runtime/timers.ts';
import type { FilesCheck } from '#server/platform/runtime/process-metrics.ts';

export type FilesWatch = { found(): FilesCheck | undefined; stop(): void };

type FilesWatchDeps = {
  readonly files: Pick<FileStore, 'check'>;
  readonly clock: Clock;
  readonly timers: Pick<Timers, 'every'>;
};

const EVERY_MS = 30_000;

/**
 * Checks the file storage every 30 seconds and keeps the result. So reading the result never waits for a slow storage.
 */
export function watchFiles({ files, clock, timers }: FilesWatchDeps): FilesWatch {
  let last: FilesCheck | undefined;
  let isTrying = false;
  const look = async (): Promise<void> => {
    if (isTrying) return;
    isTrying = true;
    const isReachable = await files.check().then(
      () => true,
      () => false,
    );
    last = { isReachable, triedAtMs: Math.round(clock.nowMs()) };
    isTrying = false;
  };
  void look();
  return { found: () => last, stop: timers.every(EVERY_MS, () => void look()) };
}
