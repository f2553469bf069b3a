import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * The timers of this process. Rooms and the closing job take time from here, so that the simulation can decide how
 * much time passes between two of their steps (decision 8).
 */
export type Timers = {
  /** Milliseconds of a monotonic clock; its zero has no meaning. */
  monotonicMs(): number;
  /** Resolves after sockets and timers had their turn in the event loop. */
  turn(): Promise<void>;
  after(ms: number, act: () => void): void;
  /** Calls `act` repeatedly until stopped. It does not keep the process alive. */
  every(ms: number, act: () => void): () => void;
};

export const nodeTimers: Timers = {
  monotonicMs: () => performance.now(),
  turn: () => nextTurn(),
  after: (ms, act) => void setTimeout(act, ms),
  every(ms, act) {
    const timer = setInterval(act, ms).unref();
    return () => clearInterval(timer);
  },
};

type PollDeps = { readonly timers: Pick<Timers, 'every'>; readonly failed: (error: unknown) => void };

/** Polls until stopped. Polls never overlap: a tick during a slow poll is skipped. A failed poll is repeated. */
export function pollEvery({ timers, failed }: PollDeps, ms: number, poll: () => Promise<unknown>): () => void {
  let isPolling = false;
  return timers.every(ms, () => {
    if (isPolling) return;
    isPolling = true;
    poll()
      .catch(failed)
      .finally(() => (isPolling = false));
  });
}
