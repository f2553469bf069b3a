import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * The timers of this process. Rooms and the closing job measure time only with these timers. A simulation replaces them
 * and decides how much time passes between two steps (decision 8).
 */
export type Timers = {
  /** Returns the time of a monotonic clock in ms. Only the difference of two such times has a meaning. */
  monotonicMs(): number;
  /** Resolves after sockets and timers had their turn in the event loop. */
  turn(): Promise<void>;
  after(ms: number, act: () => void): void;
  /** Calls `act` every `ms` until the returned function is called. This timer does not keep the process alive. */
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

/**
 * Calls `poll` every `ms` until the returned function is called. Polls never overlap: a tick during a slow poll is
 * skipped. Polling continues after a failed poll.
 */
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
