import type { FileStore } from '#server/platform/files/files.ts';
import type { Clock } from '#server/platform/runtime/clock.ts';
import type { Timers } from '#server/platform/runtime/timers.ts';
import type { FilesFound } from '#server/platform/runtime/process-figures.ts';

export type FilesWatch = { found(): FilesFound | undefined; stop(): void };

type Parts = {
  readonly files: Pick<FileStore, 'check'>;
  readonly clock: Clock;
  readonly timers: Pick<Timers, 'every'>;
};

const EVERY_MS = 30_000;

/** Checks the file storage repeatedly, so that nobody who asks for its state waits for a slow storage. */
export function watchFiles({ files, clock, timers }: Parts): FilesWatch {
  let last: FilesFound | undefined;
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
